#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clients/terminal/full/canvas.hpp"
#include "engine/view.hpp"

/// A board on a canvas, drawn from nothing but its description, in the largest size that fits.
namespace pentad::terminal {

struct PictureLook {
    bool unicode = true;
    bool flipped = false;              ///< as the second player sees it
    std::string layout;                ///< `square` or `diamond`
    std::string cursor;                ///< the square where the keys are; empty: none
    std::string focus;                 ///< the square that is kept in view; empty: the cursor
    std::vector<std::string> last;     ///< squares of the last move
    std::vector<std::string> picked;   ///< squares chosen so far
    std::vector<std::string> targets;  ///< squares that may be chosen next
};

/// The sizes, largest first. A square has always three columns or two for what stands on it; the larger ones
/// have lines between the squares, the largest also room around what stands there.
enum class PictureSize { large, lined, close, tight };

class BoardPicture {
  public:
    /// All of it must outlive the picture.
    BoardPicture(const engine::Board& board, const std::vector<engine::Piece>& pieces,
                 const std::vector<engine::PieceKind>& kinds, const PictureLook& look);

    Area extent(PictureSize size) const;
    /// The largest that fits and is no larger than `largest`, or `tight`.
    PictureSize fitting(int width, int height, PictureSize largest = PictureSize::large) const;

    /// Draws into the area; a board that is larger is moved so that the square in focus is inside, and keeps
    /// its letters and numbers at the edges.
    void draw(Canvas& canvas, const Area& area, PictureSize size) const;

    /// The square that is drawn at this place of the canvas; none: there is none.
    std::optional<std::string> square_at(const Area& area, PictureSize size, int x, int y) const;

    /// The square beside `from` as it is drawn, by columns to the right and rows downwards; the same one at
    /// the edge. An empty `from`: the middle of the board.
    std::string neighbour(const std::string& from, int right, int down) const;

  private:
    struct Place {
        int column = 0;
        int row = 0;
        friend auto operator<=>(const Place&, const Place&) = default;
    };
    struct Point {
        int x = 0;
        int y = 0;
    };
    static std::optional<Place> place_of(const std::string& square);
    static std::string name_of(Place place);
    bool diamond() const { return look_.layout == "diamond"; }
    bool missing(Place place) const;
    static bool has_lines(PictureSize size) { return size <= PictureSize::lined; }
    /// From the middle of a square to that of the next one.
    static Point pitch(PictureSize size);
    int cell_width(PictureSize size) const { return size == PictureSize::tight ? 2 : 3; }
    /// Where the place is drawn, counted in squares from the top left.
    Point grid(Place place) const;
    /// The left end of what stands on the place, from the top left of the picture.
    Point corner(Place place, PictureSize size) const;
    Point offset(const Area& area, PictureSize size) const;
    /// The part of the area for squares: without the labels of a board that is larger.
    Area view(const Area& area, PictureSize size) const;
    void draw_labels(Canvas& canvas, Point at, const Area& area, PictureSize size) const;
    void draw_diamond_labels(Canvas& canvas, Point at, const Area& area) const;
    void draw_grid(Canvas& canvas, Point at, const Area& area, PictureSize size) const;
    void draw_lines(Canvas& canvas, Point at, const Area& area, PictureSize size) const;
    void draw_square(Canvas& canvas, Point at, const Area& area, Place place, PictureSize size) const;
    void put(Canvas& canvas, const Area& area, int x, int y, const std::string& text, Tone tone) const;
    std::string letter(const engine::Piece& piece) const;

    const engine::Board& board_;
    const std::vector<engine::PieceKind>& kinds_;
    const PictureLook& look_;
    std::map<Place, engine::Piece> pieces_;
    std::map<Place, engine::Mark> marks_;
};

/// What the letters and marks on this board mean, one a line.
Text picture_legend(const engine::Board& board, const std::vector<engine::PieceKind>& kinds,
                    const std::array<std::string, 2>& sides, bool unicode);

}  // namespace pentad::terminal
