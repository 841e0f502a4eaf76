#pragma once

#include <string>

namespace pentad::testing {

struct Ran {
    int status = 0;    ///< -1: a signal ended it
    std::string text;  ///< all that it printed, errors too
};

/// A command line of the shell, run to its end.
Ran run(const std::string& command);

}  // namespace pentad::testing
