#include <filesystem>
#include <fstream>
#include <iostream>

#include "protocol/tools/schemas.hpp"

/// pentad-protocol-schemas FOLDER: writes the JSON Schema of every message there.
int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: pentad-protocol-schemas FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    for (const auto& [name, text] : pentad::protocol::schemas()) {
        std::ofstream file(folder / name, std::ios::binary);
        file << text;
        if (!file.flush()) {
            std::cerr << "cannot write " << (folder / name) << '\n';
            return 1;
        }
    }
    return 0;
}
