#include <filesystem>
#include <fstream>
#include <iostream>

#include "protocol/tools/schemas.hpp"

/// pentad-protocol-files FOLDER: writes everything that is generated from the descriptions of the messages
/// into the repository in FOLDER.
int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: pentad-protocol-files FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    for (const auto& [name, text] : pentad::protocol::generated_files()) {
        const auto path = folder / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream file(path, std::ios::binary);
        file << text;
        if (!file.flush()) {
            std::cerr << "cannot write " << path << '\n';
            return 1;
        }
    }
    return 0;
}
