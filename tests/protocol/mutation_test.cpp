#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "protocol/utf8.hpp"
#include "tests/protocol/golden.hpp"

namespace pentad::protocol {
namespace {

/// All golden messages of both directions.
std::vector<std::string> all_messages() {
    std::vector<std::string> all;
    for (const std::string kind : {"request", "ok", "error", "event"})
        for (const auto& [name, text] : golden::files(kind))
            all.push_back(nlohmann::json::parse(text).dump());
    return all;
}

/// What every reader must hold for any bytes at all.
void read_every_way(const std::string& text) {
    const auto request = decode_request(text);
    if (request) {
        const auto again = decode_request(encode(*request));
        ASSERT_TRUE(again) << text << ": " << again.error().message;
        EXPECT_EQ(encode(*again), encode(*request));
    } else {
        EXPECT_TRUE(is_utf8(request.error().message));
        EXPECT_LT(request.error().message.size(), 200u) << text;
    }
    const auto message = decode_server_message(text);
    if (!message) return;
    if (const auto* event = std::get_if<Event>(&*message)) {
        EXPECT_TRUE(nlohmann::json::accept(encode(*event))) << text;
    } else if (const auto* ok = std::get_if<OkReply>(&*message)) {
        for (const auto& [name, rewrite] : golden::ok_bodies()) {
            const auto body = rewrite(ok->data_json);
            if (!body) continue;
            EXPECT_TRUE(nlohmann::json::accept(encode(Ok{ok->re, *body}))) << text;
        }
    }
}

TEST(AnyBytes, AreReadOrRefused) {
    std::mt19937 random(20);
    for (int i = 0; i < 20000; ++i) {
        std::string text(random() % 64, ' ');
        for (char& c : text) c = static_cast<char>(random());
        read_every_way(text);
        for (char& c : text) c = "{}[]\",:\\u0019.-eE tfn"[random() % 22];
        read_every_way(text);
    }
}

TEST(AnyBytes, MayDamageAMessageAnywhere) {
    std::mt19937 random(21);
    const auto messages = all_messages();
    for (int i = 0; i < 40000; ++i) {
        std::string text = messages[random() % messages.size()];
        const auto changes = 1 + random() % 4;
        for (unsigned change = 0; change < changes && !text.empty(); ++change) {
            const auto at = random() % text.size();
            switch (random() % 5) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.erase(at, 1 + random() % 8);
                    break;
                case 2:
                    text.insert(at, 1, "{}[]\",:\\0-1."[random() % 12]);
                    break;
                case 3:
                    text.insert(at, text.substr(random() % text.size(), random() % 16));
                    break;
                default:
                    text.resize(at);
                    break;
            }
        }
        read_every_way(text);
    }
}

TEST(AnyBytes, MaySwapTheValuesOfAMessage) {
    std::mt19937 random(22);
    const auto messages = all_messages();
    std::vector<nlohmann::json> values{nullptr, true, -1, 1.5, 1e300, "", "0", nlohmann::json::array()};
    for (const auto& text : messages) {
        const auto flat = nlohmann::json::parse(text).flatten();
        for (const auto& [place, value] : flat.items()) values.push_back(value);
    }
    for (int i = 0; i < 20000; ++i) {
        auto message = nlohmann::json::parse(messages[random() % messages.size()]);
        const auto flat = message.flatten();
        const auto place = std::next(flat.begin(), static_cast<long>(random() % flat.size())).key();
        message[nlohmann::json::json_pointer(place)] = values[random() % values.size()];
        read_every_way(message.dump());
    }
}

}  // namespace
}  // namespace pentad::protocol
