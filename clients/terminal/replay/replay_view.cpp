#include "clients/terminal/replay/replay_view.hpp"

#include <algorithm>

#include "clients/terminal/full/board_picture.hpp"
#include "clients/terminal/full/menu.hpp"
#include "clients/terminal/text/board_text.hpp"
#include "clients/terminal/text/words.hpp"
#include "clients/terminal/texts/language.hpp"

namespace pentad::terminal {

using protocol::Side;

namespace {

constexpr int panel_width = 28;

std::string seat_name(const GameLine& game, Side side) {
    const auto index = static_cast<std::size_t>(engine::index(side));
    const protocol::RecordedSeat& seat = game.record.seats[index];
    const std::string who = seat.level ? tr("computer, level {}", std::to_string(*seat.level)) : seat.name;
    return game.sides[index] + " " + who;
}

std::string title_of(const GameLine& game) {
    return game.name + " " + game.record.options.size + " " + game.record.options.variant;
}

}  // namespace

ReplayView::ReplayView(ViewStack& stack, GameLine game, std::function<void()> quit, Export to_file)
    : stack_(stack),
      game_(std::move(game)),
      quit_(std::move(quit)),
      to_file_(std::move(to_file)),
      layout_(game_.board.layout) {}

void ReplayView::draw(Canvas& canvas) {
    const Area inside =
        draw_frame(canvas, tr("Replay: {}", title_of(game_)),
                   tr("{} of {}", std::to_string(now_), std::to_string(game_.frames.size() - 1)),
                   tr("{}F3 turns the board   Home, End   Left, right: a move   Esc ends",
                      std::string(to_file_ ? tr("e exports   ") : "")));
    const Frame& frame = game_.frames[now_];
    PictureLook look;
    look.unicode = stack_.unicode();
    look.flipped = flipped_;
    look.layout = layout_;
    look.last = frame.last;
    const auto pieces = frame.position.pieces();
    const BoardPicture picture(game_.board, pieces, game_.kinds, look);
    PictureSize size = picture.fitting(inside.width - panel_width, inside.height);
    if (picture.extent(size).width > inside.width - panel_width)
        size = picture.fitting(inside.width, inside.height);
    const Area extent = picture.extent(size);
    const Area board{inside.x, inside.y, std::min(extent.width, inside.width),
                     std::min(extent.height, inside.height)};
    picture.draw(canvas, board, size);
    const int left = board.x + board.width + 2;
    const int width = inside.x + inside.width - left;
    if (width > 8) draw_panel(canvas, {left, inside.y, width, inside.height});
    if (!told_->empty()) {
        const int y = inside.y + inside.height - 1;
        canvas.fill({inside.x, y, inside.width, 1}, Tone::normal);
        canvas.put(inside.x, y, *told_, Tone::strong, inside.width);
    }
}

/// The view may be gone before the file is written.
void ReplayView::ask_file() {
    stack_.push(std::make_unique<InputView>(
        stack_, tr("Export"),
        tr("Into which file? A name with .txt at its end gets a list of moves, any other the record."),
        [to_file = to_file_, told = told_, &stack = stack_](const std::string& file) {
            to_file(file, [told, &stack](const tl::expected<std::string, std::string>& written) {
                *told = written ? tr("The record is in {}.", *written) : written.error();
                stack.redraw();
            });
        }));
}

void ReplayView::draw_panel(Canvas& canvas, const Area& area) const {
    int y = area.y;
    canvas.put(area.x, y++, game_.record.match, Tone::faint, area.width);
    canvas.put(area.x, y++, seat_name(game_, Side::first), Tone::first, area.width);
    canvas.put(area.x, y++, seat_name(game_, Side::second), Tone::second, area.width);
    for (const std::string& row : wrapped(result_words(game_.record.result, &game_.card), area.width))
        canvas.put(area.x, y++, row, Tone::strong);
    if (const auto outcome = game_.frames[now_].position.outcome(); !outcome) {
        const Side mover = game_.frames[now_].position.to_move();
        canvas.put(area.x, y++,
                   tr("Evaluation for {}: {}", game_.sides[static_cast<std::size_t>(engine::index(mover))],
                      number_words(game_.frames[now_].position.evaluate(mover))),
                   Tone::faint, area.width);
    }
    ++y;
    // The position that is shown stays in the middle of the list.
    const int rows = area.y + area.height - y;
    const int count = static_cast<int>(game_.frames.size());
    const int first = std::clamp(static_cast<int>(now_) - rows / 2, 0, std::max(count - rows, 0));
    for (int i = first; i < count && i < first + rows; ++i) {
        const bool here = static_cast<std::size_t>(i) == now_;
        canvas.put(area.x, y++, (here ? "> " : "  ") + game_.frames[static_cast<std::size_t>(i)].told,
                   here ? Tone::cursor : Tone::normal, area.width);
    }
}

void ReplayView::key(const Key& key) {
    using Kind = Key::Kind;
    const std::size_t last = game_.frames.size() - 1;
    told_->clear();
    const auto go = [&](std::ptrdiff_t steps) {
        now_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(now_) + steps,
                                                                   0, static_cast<std::ptrdiff_t>(last)));
    };
    switch (key.kind) {
        case Kind::escape:
            return quit_();
        case Kind::left:
        case Kind::up:
        case Kind::wheel_up:
            return go(-1);
        case Kind::right:
        case Kind::down:
        case Kind::enter:
        case Kind::wheel_down:
            return go(1);
        case Kind::page_up:
            return go(-10);
        case Kind::page_down:
            return go(10);
        case Kind::home:
            now_ = 0;
            return;
        case Kind::end:
            now_ = last;
            return;
        case Kind::function:
            if (key.number == 3) flipped_ = !flipped_;
            if (key.number == 4 && game_.layouts.size() > 1)
                layout_ = layout_ == "diamond" ? "square" : "diamond";
            return;
        case Kind::character:
            if (key.text == "q") quit_();
            if (key.text == " ") go(1);
            if (key.text == "e" && to_file_) ask_file();
            return;
        default:
            return;
    }
}

Text replay_text(const GameLine& game, bool unicode) {
    Text text{{{title_of(game), Tone::strong}},
              line(tr("{} against {}", seat_name(game, Side::first), seat_name(game, Side::second)))};
    for (const Line& row : legend(game.board, game.kinds, game.sides)) text.push_back(row);
    for (const Frame& frame : game.frames) {
        text.push_back(line(frame.told, Tone::strong));
        for (Line& row : board_text(game.board, frame.position.pieces(), game.kinds,
                                    BoardLook{unicode, false, frame.last}))
            text.push_back(std::move(row));
    }
    text.push_back(line(result_words(game.record.result, &game.card), Tone::strong));
    if (game.is_list)
        text.push_back(
            line(tr("Every move of this list is legal. Whether something was changed only the record itself "
                    "tells: export it to a .json file, and run pentad-engine verify on it."),
                 Tone::faint));
    return text;
}

}  // namespace pentad::terminal
