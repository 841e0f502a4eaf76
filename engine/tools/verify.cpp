#include "record/verify.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

#include "engine/tools/commands.hpp"

namespace pentad::engine::tools {
namespace {

std::string read(const std::string& path) {
    if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
    std::ifstream in(path, std::ios::binary);
    if (!in) throw WrongUsage("The file " + path + " cannot be read.");
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int verify_record(const std::string& path) {
    const auto verified = record::verify(read(path));
    if (!verified) {
        std::cerr << verified.error().text << '\n';
        return 3 + static_cast<int>(verified.error().kind);
    }
    const auto& result = verified->result;
    std::cout << "The record of match " << verified->match << " is intact: " << verified->game << ", rules "
              << verified->rules_version << ", " << verified->events.size() << " events, "
              << (result.winner ? std::string(name(*result.winner)) + " side wins" : "no winner") << " ("
              << result.reason << "); every move is legal, the clocks are consistent, the result is right.\n";
    return 0;
}

}  // namespace pentad::engine::tools
