#include "engine/tools/output.hpp"

#include <iostream>

namespace pentad::engine::tools {

void print(const Json& line) {
    std::cout << line.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

Json outcome_json(const Position& position) {
    const auto outcome = position.outcome();
    if (!outcome) return nullptr;
    return {{"winner", outcome->winner ? Json(name(*outcome->winner)) : Json()}, {"reason", outcome->reason}};
}

}  // namespace pentad::engine::tools
