// The lines that ariadne-run prints. Analysed code shares our process, and its initialisers may print, so the
// real stdout is moved out of its reach first: whoever reports uses this, never stdio.
#pragma once

#include <cstddef>
#include <string>

namespace ariadne {

// Descriptors that our caller forgot to close (a database, a pipe) are none of the analysed code's business.
void closeForgotten();

// Moves stdout to a descriptor of ours, and leaves /dev/null in the place of stdin and stdout.
void openReport();

// Writes one line, at once.
void reportLine(const std::string &line);

std::string hex(const void *bytes, size_t size);

// As a JSON string.
std::string quote(const std::string &text);

} // namespace ariadne
