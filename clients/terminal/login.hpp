#pragma once

#include "clients/terminal/model/session.hpp"

namespace pentad::terminal {

/// Says hello, keeps who we are, says so on stdout, and leaves. The exit status.
int run_login(Session::Settings settings);

}  // namespace pentad::terminal
