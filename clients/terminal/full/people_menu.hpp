#pragma once

#include "clients/terminal/full/lobby_view.hpp"

namespace pentad::terminal {

/// Asks which of the people here, or of those who are blocked, and what about them: block, unblock, report.
void choose_person(ViewStack& stack, Session& session, const FullActions& actions);

}  // namespace pentad::terminal
