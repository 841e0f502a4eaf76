// The data of any message: `NAME LINE-BREAK DATA`. The name is that of a request, an event or an answer.

#include "protocol/codec.hpp"
#include "protocol/utf8.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/protocol/golden.hpp"

using namespace pentad;

namespace {

void read_answer(const protocol::golden::Rewrite& rewrite, std::string_view data) {
    const auto body = rewrite(std::string(data));
    if (!body) return;
    const std::string written = encode(protocol::Ok{std::int64_t{1}, *body});
    const auto message = protocol::decode_server_message(written);
    fuzz::hold(message && std::holds_alternative<protocol::OkReply>(*message), "an answer can be read");
    const auto again = rewrite(std::get<protocol::OkReply>(*message).data_json);
    fuzz::hold(again.has_value(), "what an answer says can be read");
    fuzz::hold(encode(protocol::Ok{std::int64_t{1}, *again}) == written,
               "an answer is written as it was read");
}

void read_frame(std::string_view name, std::string_view data) {
    const std::string frame = R"({"type":")" + std::string(name) +
                              R"(","id":1,"room":"r_1","match":"m_1","seq":1,"ts":2,"data":)" +
                              std::string(data) + "}";
    if (const auto request = protocol::decode_request(frame)) {
        const std::string written = encode(*request);
        const auto again = protocol::decode_request(written);
        fuzz::hold(again && encode(*again) == written, "a request is written as it was read");
    }
    const auto message = protocol::decode_server_message(frame);
    if (!message) return;
    const auto* event = std::get_if<protocol::Event>(&*message);
    if (event == nullptr) return;
    const std::string written = encode(*event);
    fuzz::hold(protocol::is_utf8(written) && written.find('\n') == std::string::npos,
               "an event is one line of text");
    const auto again = protocol::decode_server_message(written);
    fuzz::hold(again && std::holds_alternative<protocol::Event>(*again), "an event can be read again");
    fuzz::hold(encode(std::get<protocol::Event>(*again)) == written, "an event is written as it was read");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto [name, rest] = fuzz::cut(fuzz::text_of(data, size), '\n');
    const auto& answers = protocol::golden::ok_bodies();
    if (const auto found = answers.find(std::string(name)); found != answers.end())
        read_answer(found->second, rest);
    else
        read_frame(name, rest);
    return 0;
}
