#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "clients/terminal/text/text.hpp"
#include "protocol/replies.hpp"
#include "protocol/shapes.hpp"

/// What the client says about values of the protocol, in English.
namespace pentad::terminal {

/// `White won: by resignation.` In the past, which suits sides of one name and of many. An unknown reason is
/// shown as it is.
std::string result_words(const protocol::Result& result, const protocol::GameCard* game);

/// `5 min + 3 s`, `30 s a move`, `no clock`.
std::string time_control_words(const protocol::TimeControl& tc);

/// `4:58 / 5:00`, first seat first; empty without a clock.
std::string clock_words(const protocol::Clock& clock);

/// Who sits on a chair or a seat: `Ann`, `computer, level 2`, `free`.
std::string chair_words(const protocol::Chair& chair);
std::string seat_words(const protocol::Seat& seat);

/// `Sight: Ann / computer, level 2, 12 moves. White wins: by resignation.` `game`: none is known.
std::string match_words(const protocol::MatchSummary& match, const protocol::GameCard* game);

/// What an offer offers: `a draw`.
std::string offer_words(protocol::OfferKind kind);

/// `4:58`, `1:02:03`.
std::string time_words(protocol::milliseconds time);

/// `1 move`, `2 moves`.
std::string counted(std::size_t count, const std::string& what);

/// `open`, `playing`, `over`.
std::string state_words(protocol::RoomState state);

/// `b2-b3. It may go on: c3, d4.`
std::string hint_words(const protocol::Hint& hint);

/// Two decimals at most.
std::string number_words(double number);

/// The names of the sides; without a card `First` and `Second`.
std::array<std::string, 2> side_words(const protocol::GameCard* game);

/// The values of an option in a line.
std::string choices_words(const engine::OptionChoices& choices);

/// Name, designer, note and rules; empty where the server has sent no rules.
Text rules_text(const protocol::GameCard& game);

}  // namespace pentad::terminal
