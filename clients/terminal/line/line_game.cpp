#include <utility>

#include "clients/terminal/line/line_client.hpp"
#include "clients/terminal/model/export_record.hpp"
#include "clients/terminal/model/link.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

// What a person or a script says at a match.
namespace pentad::terminal {

using namespace protocol;

namespace {

constexpr std::size_t screen_width = 76;

/// Texts one after another on indented lines.
Text in_columns(const std::vector<std::string>& texts) {
    Text result;
    std::string row;
    for (const std::string& text : texts) {
        if (!row.empty() && row.size() + text.size() + 4 > screen_width) {
            result.push_back(line("  " + row));
            row.clear();
        }
        row += (row.empty() ? "" : "  ") + text;
    }
    if (!row.empty()) result.push_back(line("  " + row));
    return result;
}

std::string joined(const Squares& squares) {
    std::string text;
    for (const std::string& square : squares) text += (text.empty() ? "" : " ") + square;
    return text;
}

}  // namespace

/// False, with a complaint, when there is no game here.
bool LineClient::needs_match() {
    if (session_.table().match) return true;
    complained(
        tr("There is no game here yet. \"create\", \"join\" or \"watch\" one; \"help\" lists all commands."));
    return false;
}

/// False, with a complaint, when we play in no game that goes on.
bool LineClient::needs_seat() {
    if (!needs_match()) return false;
    if (session_.table().match->over())
        complained(tr("The game is over."));
    else if (session_.my_seats().empty())
        complained(tr("You are watching."));
    else
        return true;
    return false;
}

void LineClient::run(const command::Move& command) {
    if (!session_.table().match) {
        // Without a game it was more likely meant as a command.
        return complained(
            tr("\"{}\" is no command, and there is no game to move in. \"help\" lists the commands.",
               command.text));
    }
    if (session_.table().match->over()) return complained(tr("The game is over."));
    if (session_.my_seats().empty())
        return complained(tr("You are watching: \"{}\" is no command for that.", command.text));
    if (!session_.my_turn() || session_.move_on_its_way()) return complained(tr("It is not your turn."));
    const Picked picked = pick(session_.table().match->legal(), picked_, command.text);
    if (const auto* play = std::get_if<Play>(&picked)) {
        picked_.clear();
        session_.play(play->move);
    } else if (const auto* more = std::get_if<More>(&picked)) {
        picked_ = more->picked;
        said({{joined(picked_), Tone::strong},
              {more->now ? tr(": say {} again for {}, or go on to", picked_.back(), *more->now)
                         : tr(": go on to")}});
        screen_.print(in_columns(more->moves));
    } else if (const auto* menu = std::get_if<Ambiguous>(&picked)) {
        picked_ = menu->picked;
        said(line(tr("Which of these? Say its number or its text.")));
        for (std::size_t i = 0; i < menu->moves.size(); ++i)
            said(line("  " + std::to_string(i + 1) + "  " + menu->moves[i]));
    } else if (const auto* none = std::get_if<NoSuchMove>(&picked)) {
        picked_.clear();
        if (none->from.empty())
            return complained(
                tr("No move starts on {}. \"moves\" lists all of them.", none->squares.front()));
        complained(tr("No move goes {}. From {}:", joined(none->squares), none->squares.front()));
        screen_.print(in_columns(none->from));
    } else {
        complained(tr("\"{}\" is neither a command nor a move. Try \"help\" or \"moves\".", command.text));
    }
}

void LineClient::run(const command::Moves&) {
    if (!needs_match()) return;
    if (session_.table().match->over()) return complained(tr("The game is over."));
    if (!session_.my_turn()) return complained(tr("It is not your turn."));
    const auto& legal = session_.table().match->legal();
    said(line(tr("Legal moves ({}):", std::to_string(legal.size()))));
    screen_.print(in_columns(legal));
}

void LineClient::run(const command::ShowBoard& board) {
    if (!needs_match()) return;
    if (!board.ply) return position_changed();
    session_.position_after(*board.ply, [this, ply = *board.ply](const EnginePosition& position) {
        const auto& match = session_.table().match;
        if (!match || static_cast<std::size_t>(ply) > match->history().size()) return;
        said(line(tr("After move {} of {}:", std::to_string(ply), std::to_string(match->history().size()))));
        print_board(position.pieces,
                    ply > 0 ? match->history()[static_cast<std::size_t>(ply) - 1].move : std::string());
    });
}

void LineClient::run(const command::History&) {
    if (!needs_match()) return;
    std::vector<std::string> texts;
    for (const PlayedMove& played : session_.table().match->history())
        texts.push_back(std::to_string(played.ply) + ". " + played.move);
    if (texts.empty()) return said(line(tr("No moves yet.")));
    screen_.print(in_columns(texts));
}

void LineClient::run(const command::Flip&) {
    if (!needs_match()) return;
    flipped_by_hand_ = !flipped_by_hand_;
    show_board();
}

void LineClient::run(const command::Resign&) {
    if (!needs_seat()) return;
    ask_before(tr("Give up this game?"), [this] { session_.resign(); });
}

void LineClient::run(const command::Offer& offer) {
    if (!needs_match()) return;
    const bool over = session_.table().match->over();
    if (offer.kind == OfferKind::rematch && !over) return complained(tr("The game is not over yet."));
    if (offer.kind != OfferKind::rematch && !needs_seat()) return;
    if (offer.kind != OfferKind::abort) return session_.offer(offer.kind, offer.plies);
    ask_before(tr("Call this game off? Nobody wins."), [this] { session_.offer(OfferKind::abort); });
}

/// A draw and a game that is called off are the end.
void LineClient::run(const command::Answer& answer) {
    if (!needs_match()) return;
    const auto kind = session_.offer_to_answer();
    const bool ends = kind == OfferKind::draw || kind == OfferKind::abort;
    if (!answer.accept || !ends) return session_.answer_offer(answer.accept);
    ask_before(kind == OfferKind::draw ? tr("Agree on a draw?") : tr("Call this game off? Nobody wins."),
               [this] { session_.answer_offer(true); });
}

void LineClient::run(const command::Claim&) {
    if (!needs_seat()) return;
    ask_before(tr("Claim the win? The game is over then."), [this] { session_.claim(); });
}

void LineClient::run(const command::Hint&) {
    if (!needs_seat()) return;
    if (!session_.my_turn()) return complained(tr("It is not your turn."));
    session_.hint([this](const Hint& hint) { said(line(hint_words(hint))); });
}

void LineClient::run(const command::Position&) {
    if (!needs_match()) return;
    const MatchSnapshot& now = session_.table().match->now();
    said(line(tr("Position after {}: {}", counted(static_cast<std::size_t>(now.ply), "move"), now.pos)));
}

void LineClient::run(const command::Evaluate&) {
    if (!needs_match()) return;
    if (own_server_ == nullptr && !session_.table().match->over())
        return complained(tr("Evaluations are shown in local games and after the end."));
    const MatchSnapshot& now = session_.table().match->now();
    const auto value = evaluate(now, now.to_move);
    if (!value) return complained(tr("This program cannot evaluate the position."));
    said(line(tr("Evaluation for {}: {}",
                 session_.sides()[static_cast<std::size_t>(engine::index(now.to_move))],
                 number_words(*value))));
}

void LineClient::run(const command::Pace& pace) {
    if (own_server_ == nullptr) return complained(tr("The speed is yours to set in local games only."));
    own_server_->set_pace(pace.pause);
    said(line(tr("Computers now pause for {} ms between moves.", std::to_string(pace.pause.count()))));
}

void LineClient::run(const command::Export& to) {
    const Table& table = session_.table();
    std::string match = table.match ? table.match->match() : "";
    std::string file = to.what;
    if (match.empty()) {
        const std::size_t blank = to.what.find(' ');
        const auto named = named_by(match_in_list(to.what.substr(0, blank)), session_.server());
        if (!named) return complained(named.error());
        if (named->empty())
            return complained(tr("Say export and the id of a match; \"matches\" lists yours."));
        match = *named;
        file = blank == std::string::npos ? "" : to.what.substr(blank + 1);
    }
    ++fetching_;
    export_record(io_, session_.server(), match, file,
                  [this](const tl::expected<std::string, std::string>& written) {
                      --fetching_;
                      if (written)
                          said(line(tr("The record is in {}.", *written)));
                      else
                          complained(written.error());
                      run_lines();
                  });
}

}  // namespace pentad::terminal
