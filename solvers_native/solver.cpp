// The minimiser as Python calls it.
#include "minimise.h"

#include <memory>

using namespace ariadne;

namespace {

struct Solver {
  Program program;
  std::vector<uint32_t> inputs; // of the query, by parameter
  std::unique_ptr<Minimiser> minimiser;
};

Class classOf(uint8_t type) {
  switch (type) {
  case Type_F32:
    return Class::F32;
  case Type_F64:
    return Class::F64;
  case Type_F80:
    return Class::F80;
  case Type_I1:
    return Class::Bool;
  case Type_I8:
    return Class::I8;
  case Type_I16:
    return Class::I16;
  case Type_I32:
    return Class::I32;
  case Type_I64:
    return Class::I64;
  default: // of 128 bits the lower half is moved
    return Class::U64;
  }
}

double numberOf(uint8_t type, Bits bits) {
  unsigned shift = 128 - TypeBits[type];
  switch (type) {
  case Type_F32:
    return fromBits<float>(bits);
  case Type_F64:
    return fromBits<double>(bits);
  case Type_F80:
    return double(fromBits<long double>(bits));
  default:
    return double(Ordinal(bits << shift) >> shift);
  }
}

// Inputs that no literal depends on are left out; the others get numbers without gaps.
std::vector<Class> renumberInputs(Solver &solver) {
  std::map<uint32_t, uint32_t> numbers;
  std::vector<Class> classes;
  for (Step &step : solver.program.steps)
    if (step.op == Ex_INPUT) {
      auto [place, isNew] = numbers.try_emplace(step.aux, uint32_t(numbers.size()));
      if (isNew) {
        solver.inputs.push_back(step.aux);
        classes.push_back(classOf(step.type));
      }
      step.aux = place->second;
    }
  return classes;
}

std::vector<double> constantsOf(const Program &program) {
  std::vector<double> constants;
  for (size_t i = 1; i < program.steps.size(); ++i)
    if (program.steps[i].op == Ex_CONSTANT && program.steps[i].type != Type_I1) {
      double value = numberOf(program.steps[i].type, program.initial[i]);
      if (std::isfinite(value))
        constants.push_back(value);
    }
  return constants;
}

} // namespace

extern "C" {

// Null, if this is no graph of IEEE numbers and integers.
Solver *ariadne_solver_new(const Node *nodes, uint64_t count, const uint32_t *literals, const uint8_t *wanted,
                           uint64_t literalCount, uint64_t inputCount, uint64_t seed) {
  auto solver = std::make_unique<Solver>();
  if (!solver->program.load(nodes, count, literals, wanted, literalCount, inputCount))
    return nullptr;
  std::vector<Class> classes = renumberInputs(*solver);
  solver->minimiser =
      std::make_unique<Minimiser>(solver->program, classes, constantsOf(solver->program), seed);
  return solver.release();
}

void ariadne_solver_free(Solver *solver) { delete solver; }

// The steps to compile, and which of their values have to be stored.
uint64_t ariadne_solver_steps(const Solver *solver, const Step **steps) {
  *steps = solver->program.steps.data();
  return solver->program.steps.size();
}

void ariadne_solver_compared(const Solver *solver, uint8_t *compared) {
  for (uint32_t value : solver->minimiser->comparedValues())
    compared[value] = 1;
}

void ariadne_solver_seed(Solver *solver, const Bits *model) {
  std::vector<Bits> inputs;
  for (uint32_t input : solver->inputs)
    inputs.push_back(model[input]);
  solver->minimiser->addSeed(inputs.data());
}

// 0 found: the model's inputs that matter are set. 1: evaluations made. 2: no time is left.
int ariadne_solver_run(Solver *solver, RunValues compiled, uint64_t evaluations, double seconds,
                       Bits *model) {
  Minimiser::Outcome outcome = solver->minimiser->run(compiled, evaluations, seconds);
  if (outcome == Minimiser::Outcome::Found)
    for (size_t i = 0; i < solver->inputs.size(); ++i)
      model[solver->inputs[i]] = solver->minimiser->found()[i];
  return int(outcome);
}

uint64_t ariadne_solver_evaluations(const Solver *solver) { return solver->minimiser->evaluationCount(); }

double ariadne_solver_nearest(const Solver *solver) { return solver->minimiser->nearest(); }

// For compiled code: what it leaves to the interpreter.
void ariadne_run_step(const Step *steps, uint32_t number, const Bits *inputs, Bits *values) {
  runStep(steps[number], number, inputs, values);
}
}
