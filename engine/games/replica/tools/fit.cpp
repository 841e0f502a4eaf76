#include "engine/tools/fit.hpp"

#include "engine/games/replica/features.hpp"
#include "engine/games/replica/state.hpp"

int main(int count, char** words) {
    using namespace pentad::engine::replica;
    return pentad::engine::tools::fit(State::initial(Sight::all_around), feature_count, count, words);
}
