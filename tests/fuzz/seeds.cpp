// Writes the seeds of the fuzz targets into FOLDER, made of the golden files: a folder a target, and a
// dictionary.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/game.hpp"
#include "tests/protocol/golden.hpp"

namespace {

namespace fs = std::filesystem;
using namespace pentad;
using nlohmann::json;

class Seeds {
  public:
    explicit Seeds(fs::path folder) : folder_(std::move(folder)) {}

    void add(const std::string& target, const std::string& text) {
        fs::create_directories(folder_ / target);
        std::ofstream(folder_ / target / std::to_string(++number_), std::ios::binary) << text;
    }
    void add_words(const json& value) {
        if (value.is_string() && value.get<std::string>().size() < 30)
            words_.insert(value.get<std::string>());
        if (value.is_object())
            for (const auto& [key, member] : value.items()) {
                words_.insert(key);
                add_words(member);
            }
        if (value.is_array())
            for (const auto& element : value) add_words(element);
    }
    void write_dictionary() const {
        std::ofstream out(folder_ / "json.dict");
        for (const std::string& word : words_)
            if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
                    std::string::npos &&
                !word.empty())
                out << R"("\")" << word << R"(\"")" << '\n';
    }

  private:
    const fs::path folder_;
    std::set<std::string> words_;
    int number_ = 0;
};

/// A client's frame whose mask is 0, so that its text stays text.
std::string frame(const std::string& text) {
    std::string bytes("\x81", 1);
    if (text.size() < 126) {
        bytes += static_cast<char>(0x80 | text.size());
    } else {
        bytes += static_cast<char>(0x80 | 126);
        bytes += static_cast<char>(text.size() >> 8);
        bytes += static_cast<char>(text.size() & 0xff);
    }
    return bytes + std::string(4, '\0') + text;
}

void add_messages(Seeds& seeds) {
    const std::string upgrade =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    const std::string hello = json::parse(protocol::golden::files("request").at("hello")).dump();
    for (const char* kind : {"request", "event", "ok", "error"})
        for (const auto& [name, text] : protocol::golden::files(kind)) {
            const json message = json::parse(text);
            seeds.add_words(message);
            seeds.add("request", message.dump());
            const std::string type =
                kind == std::string("ok") ? name.substr(0, name.find('.')) : message.value("type", "");
            if (message.contains("data")) seeds.add("message", type + "\n" + message["data"].dump());
            if (kind == std::string("request"))
                seeds.add("http", upgrade + frame(hello) + frame(message.dump()));
        }
    for (const char* target :
         {"/", "/ws", "/healthz", "/readyz", "/version", "/api/v1/rooms", "/api/v1/games",
          "/api/v1/matches/m_1", "/api/v1/matches/m_1/record.txt", "/protocol/asyncapi.yaml",
          "/api/v1/leaderboard?game=sight&from=1", "/%2e%2e/etc/passwd", "*"})
        for (const char* method : {"GET ", "HEAD ", "POST "})
            seeds.add("http", method + std::string(target) +
                                  " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.1, "
                                  "192.0.2.7\r\nContent-Length: 0\r\n\r\n");
}

void add_games(Seeds& seeds, const fs::path& golden) {
    for (const auto& entry : fs::directory_iterator(golden / "games")) {
        std::ifstream in(entry.path());
        std::map<std::string, std::string> head;
        std::string moves, line;
        while (std::getline(in, line) && !line.empty())
            if (const auto colon = line.find(": "); colon != std::string::npos)
                head[line.substr(0, colon)] = line.substr(colon + 2);
        const std::string first = head["game"] + " " + head["size"] + " " + head["variant"] + "\n";
        const engine::Game* game = engine::find_game(head["game"]);
        const engine::Options options = game->complete({head["size"], head["variant"]}).value();
        engine::Position position = game->initial(options);
        for (int ply = 0; std::getline(in, line) && !line.empty(); ++ply) {
            std::istringstream words(line);
            std::string number, move;
            words >> number >> move;
            if (ply % 8 == 0) seeds.add("position", first + position.encode());
            position = position.after(move).value();
            moves += move + "\n";
        }
        seeds.add("position", first + position.encode());
        seeds.add("moves", first + moves);
    }
    for (const engine::Game* game : engine::games())
        for (const auto& size : game->info().sizes.values)
            for (const auto& variant : game->info().variants.values)
                if (game->complete({size.id, variant.id}))
                    seeds.add("moves", game->info().id + " " + size.id + " " + variant.id +
                                           "\n@a\n@b\n@c\n@d\n@e\n@f\n");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: fuzz_seeds FOLDER\n";
        return 2;
    }
    const fs::path golden = fs::path(PENTAD_TESTS_DIR) / "golden";
    fs::remove_all(argv[1]);
    Seeds seeds(argv[1]);
    add_messages(seeds);
    add_games(seeds, golden);
    for (const auto& entry : fs::directory_iterator(golden / "records"))
        seeds.add("record", protocol::golden::read_file(entry.path()));
    for (const char* name : {"Ann", " Ann  Lee ", "[Server]", "\u0410dm\u0131n", "Bot 3", "p_7hq2k9x0c1d4",
                             "10.0.0.0/8", "a\u202eb", "e\u0301\u0301\u0301\u0301\u0301", "\u0e01\u0e49",
                             "\u05d3\u05b8\u05b4", "\U0001f1f8\U0001f1ea"})
        seeds.add("text", name);
    seeds.write_dictionary();
}
