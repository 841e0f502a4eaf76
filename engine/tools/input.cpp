#include "engine/tools/input.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "engine/tools/line.hpp"

namespace pentad::engine::tools {
namespace {

namespace fs = std::filesystem;

/// Far more than the longest match that a server keeps; an input without an end is none.
constexpr std::size_t most_bytes = 64 << 20;

std::string read(std::istream& in, const std::string& path, const std::string& what) {
    std::string text;
    std::array<char, 1 << 16> block;
    while (in.read(block.data(), block.size()), in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > most_bytes) throw WrongUsage(path + " is too long for " + what + ".");
    }
    if (in.bad()) throw WrongUsage(path + " cannot be read.");
    return text;
}

}  // namespace

std::string read_input(const std::string& path, const std::string& what) {
    std::error_code error;
    if (path == "-") {
        // std::cin reads nothing of a folder and reports no error.
        if (fs::is_directory(fs::status("/dev/stdin", error)))
            throw WrongUsage("The standard input is a folder.");
        return read(std::cin, "The standard input", what);
    }
    const std::string named = "The file " + path;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) throw WrongUsage(path + " is a folder; name a file with " + what + ".");
    if (fs::is_block_file(status) || fs::is_character_file(status))
        throw WrongUsage(path + " is a device; name a file with " + what + ", or - for standard input.");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw WrongUsage(named + " cannot be read.");
    return read(in, named, what);
}

}  // namespace pentad::engine::tools
