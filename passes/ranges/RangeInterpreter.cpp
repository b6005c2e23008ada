// The order in which a function is run: blocks in reverse postorder, loops round by round. First rounds are
// run one by one (all, if the number of rounds is known): the ranges of a recurrence depend on how often it
// is applied. The rest is a fixed point by widening, then narrowing; only the last, stable round is recorded.
#include "ranges/RangeInterpreter.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ariadne {

static constexpr unsigned CertainRounds = 2000; // run one by one while the loop cannot be left
static constexpr unsigned DoubtfulRounds = 6;   // and when it can
static constexpr unsigned GentleSteps = 4;      // widening to thresholds, before widening to everything

Interpreter::Interpreter(RangeAnalysis &analysis, Frame &frame, Summary &summary)
    : analysis(analysis), frame(frame), summary(summary), layout(analysis.module.getDataLayout()),
      shared(frame.sizes.size()), sizes(frame.sizes) {}

void Interpreter::run() {
  start();
  runBlocks(frame.order, nullptr);
}

void Interpreter::start() {
  RangeState first;
  first.reachable = true;
  first.values.resize(frame.values);
  first.objects.resize(frame.sizes.size());
  for (Argument &argument : frame.function->args()) {
    unsigned index = argument.getArgNo();
    RangeValue given = summary.context.arguments[index];
    auto object = frame.objects.find(&argument);
    if (object != frame.objects.end() && given.p.base != Place::Global) {
      unsigned number = object->second;
      shared[number] = given.p.base == Place::Unknown;
      sizes[number] = summary.context.sizes[index];
      first.objects[number] = summary.context.contents[index];
      Place place;
      place.base = Place::Object;
      place.object = number;
      given = place;
    } else if (given.kind == RangeValue::Pointer && given.p.base == Place::Object) {
      given = Place{}; // the function does more with it than can be followed
    }
    first.values[frame.numbers[&argument]] = given;
  }
  summary.contents.resize(frame.function->arg_size());
  entries[&frame.function->getEntryBlock()] = std::move(first);
}

void Interpreter::runBlocks(ArrayRef<BasicBlock *> blocks, const Loop *level) {
  for (BasicBlock *block : blocks) {
    const Loop *loop = frame.loops.getLoopFor(block);
    if (loop != level) {
      // The header stands for its whole loop; inner blocks were run with it.
      if (loop && loop->getHeader() == block && loop->getParentLoop() == level)
        runLoop(*loop);
      continue;
    }
    runBlock(*block);
  }
}

RangeState Interpreter::runRound(const Loop &loop, const RangeState &head) {
  for (BasicBlock *block : loop.blocks()) {
    entries.erase(block);
    arrivals.erase(block);
  }
  backs.erase(loop.getHeader());
  left.erase(&loop);
  entries[loop.getHeader()] = head;
  std::vector<BasicBlock *> blocks;
  for (BasicBlock *block : frame.order)
    if (loop.contains(block))
      blocks.push_back(block);
  // The header is run as a block here, not as the loop again.
  for (BasicBlock *block : blocks) {
    const Loop *inner = frame.loops.getLoopFor(block);
    if (inner == &loop)
      runBlock(*block);
    else if (inner->getHeader() == block && inner->getParentLoop() == &loop)
      runLoop(*inner);
  }
  return std::move(backs[loop.getHeader()]);
}

void Interpreter::runLoop(const Loop &loop) {
  RangeState head = std::move(entries[loop.getHeader()]);
  unsigned doubtful = 0;
  for (unsigned round = 0; head.reachable; ++round) {
    bool patient = analysis.steps < analysis.limits.steps;
    if (round >= CertainRounds || doubtful >= (patient ? DoubtfulRounds : 1) || (!patient && round > 0))
      break;
    head = runRound(loop, head);
    doubtful += left.contains(&loop);
  }
  if (!head.reachable)
    return;

  const RangeState initial = head;
  bool wasRecording = recording;
  recording = false;
  climbing.push_back(&loop);
  for (unsigned step = 0;; ++step) {
    RangeState next = initial;
    joinInto(next, runRound(loop, head));
    if (within(next, head))
      break;
    joinInto(next, head);
    head = widen(head, next, frame.thresholds, step >= GentleSteps);
  }
  for (unsigned step = 0; step < 2; ++step) { // a smaller one that is a fixed point, too
    RangeState smaller = initial;
    joinInto(smaller, runRound(loop, head));
    RangeState check = initial;
    joinInto(check, runRound(loop, smaller));
    if (!within(check, smaller) || !within(smaller, head))
      break;
    head = std::move(smaller);
  }
  climbing.pop_back();
  recording = wasRecording;
  for (;;) { // once, unless a limit was reached meanwhile and callees are known less precisely
    RangeState next = runRound(loop, head);
    if (within(next, head))
      break;
    joinInto(next, head);
    head = widen(head, next, frame.thresholds, true);
  }
}

// Blocks that only compute a condition from PHIs, as `a && b` does: run for each way that leads there,
// because the condition tells which way it was.
bool Interpreter::isJunction(BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || frame.loops.isLoopHeader(&block) || !isa<PHINode>(block.front()))
    return false;
  bool truth = false;
  for (Instruction &I : block) {
    if (isa<PHINode>(I))
      truth |= I.getType()->isIntegerTy();
    else if (!isa<DbgInfoIntrinsic>(I) && !isa<CmpInst>(I) && !isa<CastInst>(I) && !I.isTerminator() &&
             I.getOpcode() != Instruction::Xor)
      return false;
  }
  return truth;
}

void Interpreter::runBlock(BasicBlock &block) {
  auto here = arrivals.find(&block);
  if (here != arrivals.end()) {
    std::vector<Arrival> ways = std::move(here->second);
    arrivals.erase(&block);
    for (Arrival &way : ways) {
      incoming.clear();
      for (PHINode &phi : block.phis())
        incoming[&phi] = phi.getIncomingValueForBlock(way.from);
      state = std::move(way.state);
      runStraight(block);
    }
    incoming.clear();
    return;
  }
  auto entry = entries.find(&block);
  if (entry == entries.end() || !entry->second.reachable)
    return;
  state = std::move(entry->second);
  entries.erase(entry);
  runStraight(block);
}

void Interpreter::runStraight(BasicBlock &block) {
  temporaries.clear();
  for (Instruction &I : block) {
    if (isa<PHINode>(I) || isa<DbgInfoIntrinsic>(I))
      continue;
    ++analysis.steps;
    if (I.isTerminator()) {
      leave(I);
      return;
    }
    RangeValue v = evaluate(I);
    if (!state.reachable)
      return; // a call that does not return
    if (!I.getType()->isVoidTy())
      set(I, v);
  }
}

void Interpreter::leave(Instruction &terminator) {
  BasicBlock &block = *terminator.getParent();
  if (auto *ret = dyn_cast<ReturnInst>(&terminator))
    return returned(*ret);
  if (auto *branch = dyn_cast<BranchInst>(&terminator); branch && branch->isConditional()) {
    RangeState both = state;
    for (unsigned way : {0u, 1u}) {
      if (assume(branch->getCondition(), way == 0))
        follow(block, *branch->getSuccessor(way));
      state = both;
    }
    return;
  }
  if (auto *choice = dyn_cast<SwitchInst>(&terminator)) {
    RangeState all = state;
    for (auto &option : choice->cases()) {
      RangeValue chosen = value(option.getCaseValue());
      if (restrict(choice->getCondition(), chosen, 0))
        follow(block, *option.getCaseSuccessor());
      state = all;
    }
    return follow(block, *choice->getDefaultDest());
  }
  if (auto *invoke = dyn_cast<InvokeInst>(&terminator)) {
    RangeState before = state;
    RangeValue result = call(*invoke);
    RangeState after = state;
    // Thrown: nobody knows how far the callee came.
    state = std::move(before);
    wild();
    follow(block, *invoke->getUnwindDest());
    state = std::move(after);
    if (!state.reachable)
      return;
    if (!invoke->getType()->isVoidTy())
      set(*invoke, result);
    return follow(block, *invoke->getNormalDest());
  }
  for (BasicBlock *next : successors(&block))
    follow(block, *next);
}

void Interpreter::follow(BasicBlock &from, BasicBlock &to) {
  for (const Loop *loop = frame.loops.getLoopFor(&from); loop && !loop->contains(&to);
       loop = loop->getParentLoop())
    left.insert(loop);
  for (const Loop *loop : climbing)
    if (!loop->contains(&to))
      return;
  RangeState next = state;
  for (PHINode &phi : to.phis()) {
    auto number = frame.numbers.find(&phi);
    if (number != frame.numbers.end())
      next.values[number->second] = value(phi.getIncomingValueForBlock(&from));
  }
  const Loop *loop = frame.loops.getLoopFor(&to);
  if (loop && loop->getHeader() == &to && loop->contains(&from))
    joinInto(backs[&to], next);
  else if (isJunction(to))
    arrivals[&to].push_back({&from, std::move(next)});
  else
    joinInto(entries[&to], next);
}

void Interpreter::returned(ReturnInst &ret) {
  if (!recording)
    return;
  bool isFirst = !summary.done;
  summary.done = true;
  RangeValue result;
  result.kind = RangeValue::Anything;
  if (ret.getReturnValue())
    result = value(ret.getReturnValue());
  if (result.kind == RangeValue::Pointer && result.p.base == Place::Object)
    result = Place{};
  summary.result = join(summary.result, result);
  for (Argument &argument : frame.function->args()) {
    auto object = frame.objects.find(&argument);
    if (object == frame.objects.end())
      continue;
    RangeState was, is;
    was.reachable = is.reachable = true;
    was.objects = {summary.contents[argument.getArgNo()]};
    is.objects = {state.objects[object->second]};
    joinInto(is, isFirst ? is : was);
    summary.contents[argument.getArgNo()] = std::move(is.objects[0]);
  }
}

} // namespace ariadne
