#include "tests/support/shell_command.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>

namespace pentad::testing {

Ran run(const std::string& command) {
    Ran ran;
    FILE* pipe = ::popen(("{ " + command + "\n} 2>&1").c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("No shell.");
    std::array<char, 1024> chunk;
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), pipe))
        ran.text.append(chunk.data(), count);
    const int status = ::pclose(pipe);
    ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ran;
}

}  // namespace pentad::testing
