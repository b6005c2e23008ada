#include "runtime/protocol/report.h"

#include "runtime/sandbox/child.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

namespace ariadne {

static int report = -1;

void closeForgotten() { close_range(3, ~0U, 0); }

void openReport() {
  report = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
  if (report < 0)
    throw std::runtime_error(std::string("stdout: ") + std::strerror(errno));
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0)
    throw std::runtime_error(std::string("/dev/null: ") + std::strerror(errno));
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  close(null);
  hideFromChildren(report);
}

void reportLine(const std::string &line) {
  std::string text = line + '\n';
  for (size_t done = 0; done < text.size();) {
    ssize_t written = write(report, text.data() + done, text.size() - done);
    if (written > 0)
      done += size_t(written);
    else if (errno != EINTR)
      throw std::runtime_error(std::string("stdout: ") + std::strerror(errno));
  }
}

std::string hex(const void *bytes, size_t size) {
  static const char digits[] = "0123456789abcdef";
  const unsigned char *from = static_cast<const unsigned char *>(bytes);
  std::string text(2 * size, '0');
  for (size_t i = 0; i < size; ++i) {
    text[2 * i] = digits[from[i] >> 4];
    text[2 * i + 1] = digits[from[i] & 15];
  }
  return text;
}

std::string quote(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c >= 0 && c < ' ' ? '?' : c;
  }
  return out + '"';
}

} // namespace ariadne
