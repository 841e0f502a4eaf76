#pragma once

#include "clients/terminal/full/lobby_view.hpp"

namespace pentad::terminal {

/// Asks which of one's own matches: one that is over is opened as a replay, one that goes on at the table.
void show_matches(ViewStack& stack, Session& session, const FullActions& actions);

}  // namespace pentad::terminal
