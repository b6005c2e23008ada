// What the ap rewrite asks of code around the operations: bits of floats in integers, addresses of functions,
// promises about NaNs.
#pragma once

#include "llvm/IR/Instructions.h"

namespace ariadne {

// Whether the bits of an integer only become a float again, or (of what was read from memory) go back to
// memory: then a handle may stay one. That is how copies look.
bool onlyMoves(llvm::Instruction &I);

// Whether an integer is read from where a float may lie, by what the code itself says: the object holds
// floats, the pointer is to a union of them, or the same pointer is also used for a float in this function.
// (An object that is written as floats in one function and read as integers or bytes in another is not seen.)
bool mayHoldFloat(llvm::LoadInst &I);

// A function of a library whose address is taken may be called from anywhere: its place is taken by a
// function of the program that calls it, whose call is then rewritten like any other.
void wrapAddressTaken(llvm::Module &module);

// `with` takes the place and the name of `I`, which goes; an invoke becomes a branch.
void replaceInstruction(llvm::Instruction &I, llvm::Value *with);

// Handles are NaNs: takes back whatever promised that there are none (-ffast-math), or an optimiser would
// drop them.
void allowNaNs(llvm::Module &module);

} // namespace ariadne
