#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stop_token>

#include "engine/game.hpp"
#include "engine/search/random.hpp"

/// What every game must stand, whatever it is: random play to the end under all the promises that
/// position.hpp and game.hpp make. A new game gets all of it for its line in the registry.
namespace pentad::engine {
namespace {

using testing::IsEmpty;
using testing::Not;

struct Setting {
    const Game* game;
    Options options;
};

/// Every variant on the default size, the default variant on every other size.
std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const Game* game : games()) {
        const GameInfo& info = game->info();
        for (const auto& variant : info.variants.values)
            all.push_back({game, {info.sizes.default_id, variant.id}});
        // The first, the last and one in between of a long list.
        const auto& sizes = info.sizes.values;
        for (std::size_t i : std::set<std::size_t>{0, sizes.size() / 3, sizes.size() - 1})
            if (sizes[i].id != info.sizes.default_id)
                for (const auto& variant : info.variants.values)
                    all.push_back({game, {sizes[i].id, variant.id}});
    }
    return all;
}

std::string setting_name(const testing::TestParamInfo<Setting>& made) {
    return made.param.game->info().id + "_" + made.param.options.size + "_" + made.param.options.variant;
}

std::set<std::string> squares_of(const Board& board) {
    std::set<std::string> squares;
    for (int column = 0; column < board.columns; ++column)
        for (int row = 1; row <= board.rows; ++row)
            squares.insert(static_cast<char>('a' + column) + std::to_string(row));
    for (const auto& mark : board.marks)
        if (mark.kind == "blocked") squares.erase(mark.at);
    return squares;
}

/// The place of a square in the order of Position::pieces: from a1 along the rows upwards.
std::pair<int, char> place(const std::string& square) { return {std::stoi(square.substr(1)), square[0]}; }

class Ordeal : public testing::TestWithParam<Setting> {
  protected:
    const Game& game() const { return *GetParam().game; }
    const GameInfo& info() const { return game().info(); }
    Position start() const { return game().initial(GetParam().options); }
    Board board() const { return game().board(GetParam().options); }

    int area() const { return board().columns * board().rows; }
    bool large() const { return area() > 100; }
    /// Fewer games where each takes longer.
    std::uint64_t games_to_play() const { return static_cast<std::uint64_t>(std::clamp(500 / area(), 1, 6)); }

    /// Visits each position of a game of random moves, the finished one included.
    template <class Visit>
    int play_at_random(std::uint64_t seed, Visit&& visit) const {
        Random random(seed);
        Position position = start();
        for (int ply = 0;; ++ply) {
            visit(position);
            const auto moves = position.legal_moves();
            if (moves.empty() || HasFatalFailure()) return ply;
            const auto next = position.after(moves[random.below(moves.size())]);
            EXPECT_TRUE(next);
            if (!next) return ply;
            position = *next;
        }
    }

    /// A text is accepted exactly if it is legal, and a refusal says what a client needs.
    void expect_refused(const Position& position, const std::string& text) const {
        const auto next = position.after(text);
        ASSERT_FALSE(next) << text << " in " << position.encode();
        const Refusal& refusal = next.error();
        EXPECT_THAT(refusal.reason, Not(IsEmpty())) << text;
        EXPECT_EQ(refusal.reason.back(), '.') << text << ": " << refusal.reason;
        if (refusal.kind == Refusal::Kind::unreadable) {
            EXPECT_EQ(refusal.rule, "") << text;
        } else {
            EXPECT_TRUE(has_rule(refusal.rule)) << text << " cites " << refusal.rule;
            // There may be no square to point at after the end or when the text leaves the board.
            if (position.outcome() || names_a_square_beyond_the_board(text)) return;
            EXPECT_THAT(refusal.squares, Not(IsEmpty())) << text << ": " << refusal.reason;
            for (const auto& square : refusal.squares)
                EXPECT_TRUE(has_square(square)) << text << ' ' << square;
        }
    }

    bool names_a_square_beyond_the_board(const std::string& text) const {
        static const std::regex square("[a-z][1-9][0-9]?");
        for (std::sregex_iterator at(text.begin(), text.end(), square), end; at != end; ++at)
            if (!has_square(at->str())) return true;
        return false;
    }

    /// Does a line of the rules begin with this number?
    bool has_rule(const std::string& rule) const {
        if (rule.empty()) return false;
        const std::string& text = info().rules_text.at("en");
        for (std::size_t at = text.find(rule); at != std::string::npos; at = text.find(rule, at + 1)) {
            const std::size_t line = text.rfind('\n', at) + 1;  // npos + 1 is the first line
            const std::string before = text.substr(line, at - line);
            const char behind = at + rule.size() < text.size() ? text[at + rule.size()] : ' ';
            if (before.find_first_not_of("#* ") == std::string::npos && (behind == ' ' || behind == '*'))
                return true;
        }
        return false;
    }

    bool has_square(const std::string& square) const {
        const Board drawn = board();
        if (square.size() < 2 || square[0] < 'a' || square[0] >= 'a' + drawn.columns) return false;
        const std::string row = square.substr(1);
        return row == std::to_string(std::atoi(row.c_str())) && std::atoi(row.c_str()) >= 1 &&
               std::atoi(row.c_str()) <= drawn.rows;
    }
};

TEST_P(Ordeal, RandomPlayKeepsEveryPromiseOfAPosition) {
    for (std::uint64_t seed = 1; seed <= games_to_play(); ++seed)
        play_at_random(seed, [&, ply = 0](const Position& position) mutable {
            const std::string encoded = position.encode();
            const auto moves = position.legal_moves();
            // Unique, sorted, empty exactly at the end; the last ply of perft is this list.
            ASSERT_TRUE(std::is_sorted(moves.begin(), moves.end())) << encoded;
            ASSERT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end()) << encoded;
            ASSERT_EQ(moves.empty(), position.outcome().has_value()) << encoded;
            ASSERT_EQ(position.perft(0), 1U);
            ASSERT_EQ(position.perft(1), moves.size()) << encoded;
            // Playing one leaves the position as it was and gives the turn to the other side.
            if (large() && ply++ % 8 != 0) return;
            for (const auto& move : moves) {
                const auto next = position.after(move);
                ASSERT_TRUE(next) << move << " in " << encoded << ": " << next.error().reason;
                ASSERT_EQ(next->to_move(), other(position.to_move()));
                ASSERT_NE(next->encode(), encoded);
            }
            ASSERT_EQ(position.encode(), encoded);
            ASSERT_EQ(position.legal_moves(), moves);
        });
}

TEST_P(Ordeal, PerftCountsWhatTheListsHold) {
    play_at_random(1, [&, ply = 0](const Position& position) mutable {
        if (ply++ % (large() ? 40 : 4) != 0) return;
        std::uint64_t replies = 0;
        for (const auto& move : position.legal_moves())
            replies += position.after(move).value().legal_moves().size();
        ASSERT_EQ(position.perft(2), replies) << position.encode();
    });
}

TEST_P(Ordeal, PiecesStandOnceEachOnSquaresOfTheBoard) {
    const auto squares = squares_of(board());
    std::set<std::string> kinds;
    for (const auto& kind : info().kinds) kinds.insert(kind.id);
    for (std::uint64_t seed = 1; seed <= games_to_play(); ++seed)
        play_at_random(seed, [&](const Position& position) {
            const auto pieces = position.pieces();
            for (std::size_t i = 0; i < pieces.size(); ++i) {
                ASSERT_TRUE(squares.contains(pieces[i].square)) << pieces[i].square;
                ASSERT_TRUE(kinds.contains(pieces[i].kind)) << pieces[i].kind;
                ASSERT_GE(pieces[i].count, 1);
                if (i > 0) {
                    ASSERT_LT(place(pieces[i - 1].square), place(pieces[i].square));
                }
            }
        });
}

TEST_P(Ordeal, EncodingIsReadBackAtEveryPly) {
    for (std::uint64_t seed = 1; seed <= games_to_play(); ++seed)
        play_at_random(seed, [&](const Position& position) {
            const std::string text = position.encode();
            ASSERT_EQ(position.hash(), fnv1a(text));
            const auto read = game().decode(GetParam().options, text);
            ASSERT_TRUE(read) << text << ": " << read.error();
            ASSERT_EQ(read->encode(), text);
            ASSERT_EQ(read->hash(), position.hash());
            ASSERT_EQ(read->to_move(), position.to_move());
            ASSERT_EQ(read->outcome(), position.outcome());
            ASSERT_EQ(read->legal_moves(), position.legal_moves());
            for (Side side : {Side::first, Side::second})
                ASSERT_EQ(read->evaluate(side), position.evaluate(side));
        });
}

TEST_P(Ordeal, DamagedEncodingsAreRefusedOrReadAsWritten) {
    Random random(99);
    play_at_random(3, [&](const Position& position) {
        const std::string text = position.encode();
        for (int i = 0; i < 20; ++i) {
            std::string damaged = text;
            const std::size_t at = random.below(damaged.size());
            const char letter = static_cast<char>(' ' + random.below(95));
            switch (random.below(4)) {
                case 0:
                    damaged.erase(at, 1 + random.below(3));
                    break;
                case 1:
                    damaged.insert(at, 1, letter);
                    break;
                case 2:
                    damaged.resize(at);
                    break;
                default:
                    damaged[at] = random.below(20) == 0 ? '\xff' : letter;
            }
            const auto read = game().decode(GetParam().options, damaged);
            if (read)
                ASSERT_EQ(read->encode(), damaged);
            else
                ASSERT_THAT(read.error(), Not(IsEmpty())) << damaged;
        }
    });
}

/// The forms of moves, a question mark for each square.
void add_shapes(std::set<std::string>& shapes, const std::vector<std::string>& moves) {
    static const std::regex square("[a-z][1-9][0-9]?");
    for (const auto& move : moves) shapes.insert(std::regex_replace(move, square, "?"));
}

/// The texts that moves become when every square in them is replaced by every other.
std::set<std::string> reshaped(const std::set<std::string>& shapes, const std::vector<std::string>& squares,
                               Random& random, std::size_t wanted) {
    std::set<std::string> texts;
    for (const auto& shape : shapes) {
        const auto holes = static_cast<std::size_t>(std::count(shape.begin(), shape.end(), '?'));
        double all = 1;
        for (std::size_t i = 0; i < holes; ++i) all *= static_cast<double>(squares.size());
        const bool every = all <= static_cast<double>(wanted);
        const std::size_t count = every ? static_cast<std::size_t>(all) : wanted;
        for (std::size_t n = 0; n < count; ++n) {
            std::size_t rest = n;
            std::string text;
            for (char c : shape) {
                if (c != '?') {
                    text += c;
                    continue;
                }
                text += squares[every ? rest % squares.size() : random.below(squares.size())];
                rest /= squares.size();
            }
            texts.insert(text);
        }
    }
    return texts;
}

TEST_P(Ordeal, RefusesEveryOtherTextAndSaysWhy) {
    const auto on_board = squares_of(board());
    const std::vector<std::string> squares(on_board.begin(), on_board.end());
    Random random(7);
    std::set<std::string> shapes;  // of all moves that have come up
    int visited = 0;
    play_at_random(5, [&](const Position& position) {
        const auto moves = position.legal_moves();
        if (!large() || visited % 8 == 0) add_shapes(shapes, moves);
        // All pairs of squares now and then, some of them always.
        const std::size_t wanted = visited++ % 8 != 0 ? (large() ? 10 : 200) : large() ? 1000 : 4100;
        for (const auto& text : reshaped(shapes, squares, random, wanted))
            if (!std::binary_search(moves.begin(), moves.end(), text)) expect_refused(position, text);
    });
}

TEST_P(Ordeal, RefusesTextsThatAreNoMovesAtAll) {
    Random random(11);
    play_at_random(2, [&](const Position& position) {
        const auto moves = position.legal_moves();
        for (const char* text : {"",       " ",      "-",        "x",       "a",       "1",       "a0",
                                 "a1-",    "-a1",    "a1-a1-a1", "z99",     "z99-z98", "a1 a2",   "A1-A2",
                                 "a1--a2", "a1-a2 ", "a1-a2\n",  "a01-a02", "a1-a100", "\xff\xfe"})
            if (!std::binary_search(moves.begin(), moves.end(), text)) expect_refused(position, text);
        for (const auto& move : moves) {
            std::string damaged = move;
            const std::size_t at = random.below(damaged.size() + 1);
            const char letter = "abx-=@K*19 "[random.below(11)];
            if (random.below(2) == 0)
                damaged.insert(at, 1, letter);
            else
                damaged.erase(std::min(at, damaged.size() - 1), 1);
            if (!std::binary_search(moves.begin(), moves.end(), damaged)) expect_refused(position, damaged);
        }
    });
}

TEST_P(Ordeal, EndsSoonEnoughWithOneOfTheReasonsInTheRules) {
    const Board drawn = board();
    const int bound = 100 * drawn.columns * drawn.rows;
    for (std::uint64_t seed = 1; seed <= 2 * games_to_play(); ++seed) {
        const int plies = play_at_random(seed, [&](const Position& position) {
            const auto outcome = position.outcome();
            if (!outcome) return;
            const std::string reason = "`" + std::string(outcome->reason) + "`";
            EXPECT_NE(info().rules_text.at("en").find(reason), std::string::npos) << reason;
            for (const auto& [tag, texts] : info().texts)
                EXPECT_TRUE(outcome->reason == "repetition" ||
                            texts.contains("reason." + std::string(outcome->reason)))
                    << tag << ": " << outcome->reason;
            const double first = position.evaluate(Side::first), second = position.evaluate(Side::second);
            EXPECT_EQ(first, -second);
            if (outcome->winner) {
                EXPECT_GT(*outcome->winner == Side::first ? first : second, 0);
            } else {
                EXPECT_EQ(first, 0);
            }
            expect_refused(position, "a1-a2");
            expect_refused(position, "");
        });
        EXPECT_LE(plies, bound);
    }
}

TEST_P(Ordeal, PlayersOfEveryLevelMakeLegalMovesThatRepeatForASeed) {
    for (const Level& level : levels()) {
        if (area() > 200 && level.number == 3) continue;  // a second a move, and no other code than below
        // The levels that count positions do the same with fewer; each is seen with all it has by those
        // that measure it.
        const auto limits = [&](std::uint64_t seed) {
            return SearchLimits{level.number, seed, level.number > 3 ? 300U : 0U};
        };
        // Up to a fifth of a second a move, and many times that under a sanitizer: once is enough.
        const bool slow = area() >= 100 && level.number == 3;
        const std::uint64_t seeds = slow ? 1 : level.number < 3 ? 8 : 3;
        bool varies = false;
        int ply = 0;
        play_at_random(4, [&](const Position& position) {
            if (position.outcome() || ply++ % 7 != 0 || ply > (slow ? 1 : large() ? 8 : 30)) return;
            const auto moves = position.legal_moves();
            std::set<std::string> chosen;
            for (std::uint64_t seed = 0; seed < seeds; ++seed) {
                const Choice choice = position.choose(limits(seed));
                ASSERT_TRUE(std::binary_search(moves.begin(), moves.end(), choice.move)) << choice.move;
                ASSERT_THAT(choice.pv, Not(IsEmpty()));
                ASSERT_EQ(choice.pv.front(), choice.move);
                ASSERT_GE(choice.nodes, 1U);
                chosen.insert(choice.move);
                if (seed == 0) {
                    ASSERT_EQ(position.choose(limits(seed)).move, choice.move);
                }
            }
            varies = varies || chosen.size() > 1;
        });
        // The others do where they see moves of one value, which the comparison with minimax looks at.
        if (level.number == 1) {
            EXPECT_TRUE(varies) << "the random player plays the same moves for every seed";
        }
    }
}

TEST_P(Ordeal, AStoppedPlayerAnswersAtOnceWithALegalMove) {
    std::stop_source stop;
    stop.request_stop();
    const Position position = start();
    const auto moves = position.legal_moves();
    for (const Level& level : levels()) {
        const Choice choice = position.choose({level.number, 1}, stop.get_token());
        EXPECT_TRUE(std::binary_search(moves.begin(), moves.end(), choice.move)) << choice.move;
        EXPECT_LE(choice.nodes, 5000U);
    }
}

TEST_P(Ordeal, BoardCanBeDrawn) {
    const Board drawn = board();
    EXPECT_GE(drawn.columns, 1);
    EXPECT_LE(drawn.columns, 26);
    EXPECT_GE(drawn.rows, 1);
    EXPECT_LE(drawn.rows, 99);
    EXPECT_THAT(info().layouts, testing::Contains(drawn.layout));
    for (const auto& mark : drawn.marks) EXPECT_TRUE(has_square(mark.at)) << mark.at;
    for (const auto& [from, to] : drawn.lines) {
        EXPECT_TRUE(has_square(from)) << from;
        EXPECT_TRUE(has_square(to)) << to;
        EXPECT_NE(from, to);
    }
    EXPECT_EQ(drawn.lines.empty(), drawn.style == BoardStyle::squares);
}

INSTANTIATE_TEST_SUITE_P(Settings, Ordeal, testing::ValuesIn(settings()), setting_name);

class OrdealOfGame : public testing::TestWithParam<const Game*> {};

TEST_P(OrdealOfGame, DescribesItself) {
    const GameInfo& info = GetParam()->info();
    EXPECT_TRUE(std::regex_match(info.id, std::regex("[a-z_]+"))) << info.id;
    EXPECT_EQ(&GetParam()->info(), &info);
    EXPECT_GE(info.rules_version, 1);
    for (const std::string& text : {info.name, info.credit.designer, info.sides[0], info.sides[1]})
        EXPECT_THAT(text, Not(IsEmpty()));
    EXPECT_THAT(info.layouts, Not(IsEmpty()));
    std::set<std::string> kinds;
    for (const auto& kind : info.kinds) {
        EXPECT_TRUE(kinds.insert(kind.id).second) << kind.id;
        EXPECT_TRUE(std::regex_match(kind.letter, std::regex("[A-Z]"))) << kind.letter;
        EXPECT_THAT(kind.shape, Not(IsEmpty()));
        EXPECT_THAT(kind.label, Not(IsEmpty()));
    }
    for (const OptionChoices* choices : {&info.sizes, &info.variants}) {
        std::set<std::string> ids;
        for (const auto& value : choices->values) {
            EXPECT_TRUE(ids.insert(value.id).second) << value.id;
            EXPECT_THAT(value.label, Not(IsEmpty()));
        }
        EXPECT_TRUE(ids.contains(choices->default_id));
    }
    const std::string& rules = info.rules_text.at("en");
    std::size_t at = 0;
    for (const std::string& heading :
         {"# " + info.name + "\n", std::string("\n## 1 "), std::string("\n## 2 "), std::string("\n## 3 "),
          std::string("\n## 4 "), std::string("\n## 5 "), std::string("\n## 6 ")}) {
        const std::size_t found = rules.find(heading, at);
        ASSERT_NE(found, std::string::npos) << heading;
        at = found;
    }
    EXPECT_THAT(rules, testing::HasSubstr(info.credit.designer));
}

TEST_P(OrdealOfGame, HasTheSameRulesInEveryLanguage) {
    const GameInfo& info = GetParam()->info();
    // The numbers of its paragraphs, its drawings, and what stands in backquotes: moves, reasons, variants.
    const auto bones = [](const std::string& rules) {
        std::vector<std::string> found;
        bool drawing = false;
        std::istringstream lines(rules);
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("```")) drawing = !drawing;
            if (drawing) {
                found.push_back(line);
                continue;
            }
            static const std::regex number("^#* ?\\**[1-9](\\.[0-9]+)?\\b");
            static const std::regex quoted("`[^`]+`");
            for (const std::regex& kind : {number, quoted})
                for (std::sregex_iterator at(line.begin(), line.end(), kind), end; at != end; ++at)
                    found.push_back(at->str());
        }
        return found;
    };
    for (const auto& [tag, rules] : info.rules_text) {
        EXPECT_EQ(bones(rules), bones(info.rules_text.at("en"))) << tag;
        EXPECT_THAT(rules, testing::HasSubstr(info.credit.designer)) << tag;
    }
}

/// Every key that a language other than English must have; `size` stands for all sizes.
std::set<std::string> text_keys(const GameInfo& info) {
    std::set<std::string> keys{"side.first", "side.second", "size"};
    for (const PieceKind& kind : info.kinds) keys.insert("kind." + kind.id);
    for (const OptionValue& variant : info.variants.values) keys.insert("variant." + variant.id);
    if (!info.credit.note.empty()) keys.insert("credit.note");
    for (const auto& [key, text] : info.texts.at("en")) keys.insert(key);
    return keys;
}

TEST_P(OrdealOfGame, HasTheSameTextsInEveryLanguageOfItsRules) {
    const GameInfo& info = GetParam()->info();
    ASSERT_TRUE(info.texts.contains("en"));
    for (const auto& [key, text] : info.texts.at("en")) EXPECT_TRUE(key.starts_with("reason.")) << key;
    for (const auto& [tag, rules] : info.rules_text) EXPECT_TRUE(info.texts.contains(tag)) << tag;
    for (const auto& [tag, texts] : info.texts) {
        std::set<std::string> keys;
        for (const auto& [key, text] : texts) {
            EXPECT_FALSE(text.empty()) << tag << ": " << key;
            keys.insert(key);
        }
        if (tag != "en") {
            EXPECT_EQ(keys, text_keys(info)) << tag;
        }
    }
}

TEST_P(OrdealOfGame, DrawsInItsRulesPositionsThatExistAndMovesThatAreLegal) {
    const Game& game = *GetParam();
    const Options options = *game.complete({});
    // Some games write a dot for an empty square, others count them.
    const bool counted = game.initial(options).encode().find('.') == std::string::npos;
    std::istringstream lines(game.info().rules_text.at("en"));
    for (std::string line; std::getline(lines, line);) {
        if (line != "```position") continue;
        std::string text;
        for (; std::getline(lines, line) && line != "first" && line != "second";) {
            std::erase(line, ' ');
            text += text.empty() ? "" : "/";
            for (std::size_t at = 0; at < line.size();) {
                const std::size_t end = std::min(line.find_first_not_of('.', at), line.size());
                if (!counted || end == at) {
                    text += line[at++];
                } else {
                    text += std::to_string(end - at);
                    at = end;
                }
            }
        }
        const auto position = game.decode(options, text + " " + line + " 1");
        ASSERT_TRUE(position) << text << ": " << position.error();
        if (std::getline(lines, line) && line != "```") {
            const auto next = position->after(line);
            EXPECT_TRUE(next) << line << ": " << next.error().reason;
        }
    }
}

TEST_P(OrdealOfGame, CompletesOptionsAndSaysWhichThereAre) {
    const GameInfo& info = GetParam()->info();
    const auto standard = GetParam()->complete({});
    ASSERT_TRUE(standard);
    EXPECT_EQ(*standard, (Options{info.sizes.default_id, info.variants.default_id}));
    for (const Options& wrong : {Options{"1x1", ""}, Options{"", "none"}, Options{"x", ""}}) {
        const auto refused = GetParam()->complete(wrong);
        ASSERT_FALSE(refused);
        const auto& choices = wrong.size.empty() ? info.variants : info.sizes;
        for (const auto& value : choices.values) EXPECT_THAT(refused.error(), testing::HasSubstr(value.id));
    }
}

/// Minimax as a textbook has it, on texts: no cuts, no order, no shared code.
class PlainMinimax {
  public:
    explicit PlainMinimax(Side side) : side_(side) {}

    std::set<std::string> best_moves(const Position& root, int depth) const {
        std::set<std::string> best;
        double value = -std::numeric_limits<double>::infinity();
        for (const auto& move : root.legal_moves()) {
            const double worth = search(root.after(move).value(), depth - 1, 1);
            if (worth > value) best.clear();
            value = std::max(value, worth);
            if (worth == value) best.insert(move);
        }
        return best;
    }

  private:
    double search(const Position& position, int depth, int ply) const {
        // Sooner wins and later losses are better.
        if (position.outcome()) return position.evaluate(side_) * (1 - 1e-6 * ply);
        if (depth == 0) return position.evaluate(side_);
        const bool mine = position.to_move() == side_;
        double best = std::numeric_limits<double>::infinity() * (mine ? -1 : 1);
        for (const auto& move : position.legal_moves()) {
            const double worth = search(position.after(move).value(), depth - 1, ply + 1);
            best = mine ? std::max(best, worth) : std::min(best, worth);
        }
        return best;
    }

    const Side side_;
};

TEST_P(OrdealOfGame, ThirdLevelPlaysABestMoveOfAPlainMinimaxAndEachOfThem) {
    const Game& game = *GetParam();
    for (const auto& variant : game.info().variants.values) {
        // The smallest board, so that looking at everything takes no time.
        const Options options{game.info().sizes.values.front().id, variant.id};
        int compared = 0;
        for (std::uint64_t seed = 1; seed <= 8 && compared < 12; ++seed) {
            Random random(seed);
            Position position = game.initial(options);
            for (int ply = 0; !position.outcome(); ++ply) {
                if (ply % 6 == 5 && compared < 12 && position.perft(3) <= 120'000) {
                    const auto best = PlainMinimax(position.to_move()).best_moves(position, 3);
                    std::set<std::string> chosen;
                    for (std::uint64_t n = 0; n < 12; ++n) chosen.insert(position.choose({3, n}).move);
                    for (const auto& move : chosen)
                        ASSERT_TRUE(best.contains(move)) << move << " in " << position.encode();
                    if (best.size() > 1) {
                        EXPECT_GT(chosen.size(), 1U) << position.encode();
                    }
                    ++compared;
                }
                const auto moves = position.legal_moves();
                position = position.after(moves[random.below(moves.size())]).value();
            }
        }
        EXPECT_GT(compared, 0) << variant.id;
    }
}

INSTANTIATE_TEST_SUITE_P(Games, OrdealOfGame, testing::ValuesIn(games()),
                         [](const auto& made) { return made.param->info().id; });

}  // namespace
}  // namespace pentad::engine
