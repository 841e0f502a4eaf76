#include "engine/position.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/search/make_position.hpp"

namespace pentad::engine {

const Game& Position::game() const { return base_->game(); }
Side Position::to_move() const { return base_->to_move(); }
std::optional<Outcome> Position::outcome() const { return base_->outcome(); }
std::vector<Piece> Position::pieces() const { return base_->pieces(); }
std::vector<std::string> Position::legal_moves() const { return base_->legal_moves(); }
tl::expected<Position, Refusal> Position::after(std::string_view move) const { return base_->after(move); }
std::string Position::encode() const { return base_->encode(); }
std::uint64_t Position::hash() const { return fnv1a(encode()); }
double Position::evaluate(Side side) const { return base_->evaluate(side); }
std::uint64_t Position::perft(int depth) const { return base_->perft(depth); }
Choice Position::choose(const SearchLimits& limits, std::stop_token stop) const {
    return base_->choose(limits, std::move(stop));
}

std::uint64_t fnv1a(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (unsigned char byte : text) {
        hash ^= byte;
        hash *= 0x100000001b3ULL;
    }
    return hash;
}

const std::vector<Level>& levels() {
    static const std::vector<Level> all{{1, "random"}, {2, "greedy"}, {3, "minimax 3"}, {4, "casual"},
                                        {5, "club"},   {6, "strong"}, {7, "expert"},    {8, "master"}};
    return all;
}

namespace {

std::string_view take_word(std::string_view& text) {
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return word;
}

std::optional<Side> read_side(std::string_view word) {
    for (Side side : {Side::first, Side::second})
        if (word == name(side)) return side;
    return std::nullopt;
}

}  // namespace

tl::expected<EncodedPosition, std::string> take_apart(std::string_view text) {
    EncodedPosition parts;
    parts.board = take_word(text);
    const auto side = read_side(take_word(text));
    const std::string_view count = take_word(text);
    const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), parts.occurrences);
    if (!side || error != std::errc{} || end != count.data() + count.size() || parts.occurrences < 1)
        return tl::unexpected<std::string>(
            "A position is written BOARD first|second COUNT, and the outcome if the game is over.");
    parts.to_move = *side;
    if (!text.empty()) {
        const std::string_view winner = take_word(text);
        const auto won = read_side(winner);
        if ((!won && winner != "draw") || text.empty())
            return tl::unexpected<std::string>("An outcome is written first|second|draw and its reason.");
        parts.outcome = Outcome{won, text};
    }
    return parts;
}

std::string put_together(const EncodedPosition& parts) {
    std::string text;
    text.reserve(parts.board.size() + 40);
    text += parts.board;
    text += ' ';
    text += name(parts.to_move);
    text += ' ';
    text += std::to_string(parts.occurrences);
    if (parts.outcome) {
        text += ' ';
        text += parts.outcome->winner ? name(*parts.outcome->winner) : "draw";
        text += ' ';
        text += parts.outcome->reason;
    }
    return text;
}

void sort_texts(std::vector<std::string>& texts) {
    struct Place {
        /// The first eight bytes, the first of them the highest; a shorter text ends in zeros.
        std::uint64_t front;
        std::size_t index;
    };
    std::vector<Place> places;
    places.reserve(texts.size());
    for (const std::string& text : texts) {
        std::uint64_t front = 0;
        for (std::size_t i = 0; i < sizeof front; ++i)
            front = front << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
        places.push_back({front, places.size()});
    }
    std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
        return a.front != b.front ? a.front < b.front : texts[a.index] < texts[b.index];
    });
    // Each text goes to its place, along the circles that this makes.
    for (std::size_t start = 0; start < places.size(); ++start) {
        std::size_t to = start;
        for (std::size_t from; (from = std::exchange(places[to].index, to)) != start; to = from)
            std::swap(texts[to], texts[from]);
    }
}

Refusal refuse_after_end() { return {Refusal::Kind::illegal, "4", "The game is over.", {}}; }

}  // namespace pentad::engine
