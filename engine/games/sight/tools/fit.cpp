#include "engine/tools/fit.hpp"

#include "engine/games/sight/features.hpp"
#include "engine/games/sight/state.hpp"

int main(int count, char** words) {
    using namespace pentad::engine::sight;
    return pentad::engine::tools::fit(State<1>(lines<1>(5), Variant::standard), feature_count, count, words);
}
