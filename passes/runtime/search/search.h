// The search as a whole: children that search, a parent that watches them and reports leads as they come.
#pragma once

#include "runtime/protocol/spec.h"

namespace ariadne {

int search_main(const Spec &spec);

} // namespace ariadne
