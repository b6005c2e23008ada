// How a run of the search ends other than by returning: by a fault, by a call of something undefined, or
// because its loops do not end. It is left by a jump, noted, and the search goes on.
#pragma once

#include <cstdint>
#include <string_view>

namespace ariadne {

constexpr int64_t FuelPerRun = 200'000; // back edges

// Crashes of the analysed code end its run, not the process: a restart costs a thousand times more than a
// run. Called by the thread that will make the runs.
void catchFatalSignals();

// Notes what the code did instead of returning, with the current input; the same again is only counted.
// Allocates nothing: handlers of signals call it.
void noteCrash(std::string_view reason);

} // namespace ariadne
