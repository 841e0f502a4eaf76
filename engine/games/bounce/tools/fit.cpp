#include "engine/tools/fit.hpp"

#include "engine/games/bounce/features.hpp"
#include "engine/games/bounce/state.hpp"

int main(int count, char** words) {
    using namespace pentad::engine::bounce;
    return pentad::engine::tools::fit(State<1>::initial(8), feature_count, count, words);
}
