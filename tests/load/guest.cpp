#include "tests/load/guest.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

namespace pentad::load {
namespace {

using nlohmann::json;

std::int64_t number(std::string_view text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

std::string_view field(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t colon = at + name.size() + 1;
        if (at == 0 || text[at - 1] != '"' || colon >= text.size() || text[colon - 1] != '"' ||
            text[colon] != ':')
            continue;
        std::size_t from = colon + 1;
        if (from < text.size() && text[from] == '"') {
            ++from;
            return text.substr(from, text.find('"', from) - from);
        }
        return text.substr(from, text.find_first_of(",}]", from) - from);
    }
    return {};
}

Guest::Guest(boost::asio::io_context& io, const Target& target, Failed failed)
    : io_(io), target_(target), failed_(std::move(failed)) {}

Guest::~Guest() { cut(); }

void Guest::enter(Done done) { hello({{"kind", "guest"}}, std::move(done)); }

void Guest::resume(Done done) {
    cut();
    json streams = json::object();
    for (const auto& [stream, seq] : seen_) streams[stream] = seq;
    hello({{"kind", "resume"}, {"session", session_}, {"token", token_}, {"streams", streams}},
          std::move(done));
}

void Guest::hello(const json& auth, Done done) {
    const json data = {
        {"protocol", {1}}, {"client", {{"name", "pentad-load"}, {"version", "1"}}}, {"auth", auth}};
    opened_ = [this, data, done = std::move(done)] {
        ask("hello", {{"data", data}}, [this, done](const json& welcome) {
            session_ = welcome.at("session");
            token_ = welcome.at("resumeToken");
            if (welcome_) welcome_(welcome);
            done();
        });
    };
    link_ = Link::open(io_, target_, *this);
}

void Guest::ask(std::string_view type, const json& envelope, Reply reply) {
    json request = envelope;
    request["type"] = type;
    request["id"] = next_id();
    open_[last_id_] = std::move(reply);
    tell(request.dump());
}

void Guest::cut() {
    if (link_) link_->cut();
    link_.reset();
    open_.clear();
}

void Guest::opened() {
    if (opened_) std::exchange(opened_, nullptr)();
}

void Guest::closed(const std::string& why) { failed_(why); }

void Guest::note_stream(std::string_view text) {
    // Of an event only the beginning is the envelope.
    const std::string_view envelope = text.substr(0, text.find("\"data\""));
    const std::string_view seq = field(envelope, "seq");
    if (seq.empty()) return;
    const std::string_view room = field(envelope, "room"), match = field(envelope, "match");
    if (room.empty() && match.empty()) return;
    // What names a room belongs to the room's stream, even if it names a match too.
    const std::string_view id = room.empty() ? match : room;
    std::string stream(room.empty() ? "match:" : "room:");
    stream += id;
    seen_[stream] = number(seq);
}

void Guest::received(std::string_view text) {
    const std::string_view type = field(text, "type");
    if (type != "ok" && type != "error") {
        note_stream(text);
        if (heard_) heard_(text);
        return;
    }
    const auto found = open_.find(number(field(text, "re")));
    if (found == open_.end()) {
        if (heard_) heard_(text);
        return;
    }
    const Reply reply = std::move(found->second);
    open_.erase(found);
    if (type == "error") return failed_("refused: " + std::string(text));
    reply(json::parse(text).value("data", json::object()));
}

}  // namespace pentad::load
