#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/position.hpp"
#include "engine/view.hpp"

namespace pentad::engine {

/// What a room may choose; an empty text means the game's default.
struct Options {
    std::string size;     ///< such as `8x7`
    std::string variant;  ///< such as `basic`

    friend bool operator==(const Options&, const Options&) = default;
};

/// One value that an option may take.
struct OptionValue {
    std::string id;
    std::string label;
};

/// An option as data: clients draw their forms from it. The default is one of the values.
struct OptionChoices {
    std::string default_id;
    std::vector<OptionValue> values;
};

struct Credit {
    std::string designer;
    std::string year;  ///< empty where it is not known
    std::string note;  ///< what the designer asks of those who show the game; may be empty
};

/// The texts of a game in one language, by key: `side.first`, `side.second`, `kind.<id>`, `size.<id>` or
/// `size` (with `{columns}` and `{rows}`), `variant.<id>`, `credit.note`, `reason.<reason>`.
using GameTexts = std::map<std::string, std::string>;

/// Reads a text file of a game: a line is `key = text`, or empty, or a comment after `#`.
GameTexts read_texts(std::string_view file);

/// Everything about a game that does not depend on a position.
struct GameInfo {
    std::string id;  ///< `[a-z_]+`, used on the wire and in commands
    std::string name;
    int rules_version = 1;  ///< rises when the result of any legal position changes
    Credit credit;
    std::array<std::string, 2> sides;  ///< names of the first and the second side
    OptionChoices sizes;
    OptionChoices variants;
    std::vector<PieceKind> kinds;
    std::vector<std::string> layouts;               ///< `square`, `diamond`; the first is the default
    bool draw_offers = false;                       ///< may players agree on a draw?
    std::map<std::string, std::string> rules_text;  ///< language tag -> the rules in Markdown
    std::map<std::string, GameTexts>
        texts{};  ///< language tag -> texts; English only where no field above has it
};

/// A game: data about it and the positions to start from. One static object a game; thread-safe.
class Game {
  public:
    virtual ~Game() = default;

    virtual const GameInfo& info() const = 0;

    /// Fills in the defaults; refuses values that are not among the choices, with a sentence that says
    /// which are.
    tl::expected<Options, std::string> complete(const Options& options) const;

    /// REQUIRES of the following: options come from complete().
    virtual Board board(const Options& options) const = 0;
    virtual Position initial(const Options& options) const = 0;

    /// Reads what Position::encode wrote. The history is fresh: the position counts as having occurred as
    /// often as the text says, earlier positions as never. Refuses anything encode() could not have
    /// written, with a sentence that says why.
    virtual tl::expected<Position, std::string> decode(const Options& options,
                                                       std::string_view text) const = 0;
};

/// All games, in the order in which clients list them.
const std::vector<const Game*>& games();

/// nullptr when there is no such game.
const Game* find_game(std::string_view id);

}  // namespace pentad::engine
