#include "protocol/record/verify.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "engine/tools/commands.hpp"
#include "engine/tools/output.hpp"
#include "engine/tools/status.hpp"

namespace pentad::engine::tools {
namespace {

namespace fs = std::filesystem;

/// Far above the longest match that a server keeps; an input without end is none.
constexpr std::size_t most_bytes = 64 << 20;

std::string read(std::istream& in, const std::string& path) {
    std::string text;
    std::array<char, 1 << 16> block;
    while (in.read(block.data(), block.size()), in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > most_bytes) throw WrongUsage(path + " is too long for a record.");
    }
    if (in.bad()) throw WrongUsage(path + " cannot be read.");
    return text;
}

std::string read(const std::string& path) {
    std::error_code error;
    if (path == "-") {
        // Of a folder std::cin reads nothing, without a word.
        if (fs::is_directory(fs::status("/dev/stdin", error)))
            throw WrongUsage("The standard input is a folder.");
        return read(std::cin, "The standard input");
    }
    const std::string named = "The file " + path;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) throw WrongUsage(path + " is a folder; name a file with a record.");
    if (fs::is_block_file(status) || fs::is_character_file(status))
        throw WrongUsage(path + " is a device; name a file with a record, or - for standard input.");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw WrongUsage(named + " cannot be read.");
    return read(in, named);
}

constexpr std::array kinds{"unreadable", "chain", "unknownRules", "illegal", "clock", "result"};

}  // namespace

int verify_record(const std::string& path, Format format) {
    const auto verified = record::verify(read(path));
    const bool json = format == Format::json;
    if (!verified) {
        const auto kind = static_cast<std::size_t>(verified.error().kind);
        if (json)
            print({{"intact", false}, {"damage", kinds.at(kind)}, {"text", verified.error().text}});
        else
            std::cerr << verified.error().text << '\n';
        return status_damaged + static_cast<int>(kind);
    }
    const auto& result = verified->result;
    if (json)
        print(
            {{"intact", true},
             {"match", verified->match},
             {"game", verified->game},
             {"rulesVersion", verified->rules_version},
             {"events", verified->events.size()},
             {"result",
              {{"winner", result.winner ? Json(name(*result.winner)) : Json()}, {"reason", result.reason}}}});
    else
        std::cout << "The record of match " << verified->match << " is intact: " << verified->game
                  << ", rules " << verified->rules_version << ", " << verified->events.size() << " events, "
                  << (result.winner ? std::string(name(*result.winner)) + " side wins" : "no winner") << " ("
                  << result.reason
                  << "); every move is legal, the clocks are consistent, the result is right.\n";
    return status_done;
}

}  // namespace pentad::engine::tools
