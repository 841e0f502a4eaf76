// What clients and servers of earlier releases said to each other is said again, and answered as it was then.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/support/raw_socket.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/traffic_check.hpp"

namespace pentad::testing {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Values that are another one on every server. In a transcript they have names such as `<m 1>`: the first
/// time one comes it is learnt, then it has to be the same; `<any>` is never learnt.
class Names {
  public:
    /// The text with the values in place of their names.
    std::string filled_in(std::string text) const {
        for (const auto& [name, value] : values_) replace(text, name, value);
        return text;
    }
    /// Is this what the transcript says? Fields that it does not know may be there too.
    std::string difference(const Json& said, const Json& heard, const std::string& path = "") {
        if (said.is_string()) return text_difference(said.get<std::string>(), heard, path);
        if (said.is_object() && heard.is_object()) {
            for (const auto& [key, value] : said.items()) {
                if (!heard.contains(key)) return path + "/" + key + " is missing";
                if (auto why = difference(value, heard[key], path + "/" + key); !why.empty()) return why;
            }
            return "";
        }
        if (said.is_array() && heard.is_array() && said.size() == heard.size()) {
            for (std::size_t i = 0; i < said.size(); ++i)
                if (auto why = difference(said[i], heard[i], path + "/" + std::to_string(i)); !why.empty())
                    return why;
            return "";
        }
        return said == heard ? "" : path + " is " + heard.dump() + " and was " + said.dump();
    }
    /// What a transcript says of this message.
    std::string taken_down(const Json& heard) {
        Json named = heard;
        name_values(named, "");
        std::string text = named.dump();
        for (const auto& [name, value] : values_) replace(text, value, name);
        return text;
    }

  private:
    static void replace(std::string& text, const std::string& old, const std::string& value) {
        for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += value.size())
            text.replace(at, old.size(), value);
    }
    std::string text_difference(const std::string& said, const Json& heard, const std::string& path) {
        if (said == "<any>") return "";
        if (!heard.is_string()) return path + " is " + heard.dump() + " and was the text " + said;
        if (said.starts_with("<")) values_.emplace(said, heard.get<std::string>());
        const std::string wanted = said.starts_with("<") ? values_.at(said) : said;
        return heard == wanted ? "" : path + " is " + heard.dump() + " and was " + wanted;
    }
    void name_values(Json& value, const std::string& field) {
        static const std::regex id("[a-z]{1,2}_[a-z0-9]{12}"), word("[a-z_]+");
        static const std::set<std::string> secrets{"resumeToken", "playerToken", "invite", "code"};
        static const std::set<std::string> passing{"ts",        "now",         "at",        "startedAt",
                                                   "expiresAt", "claimableAt", "endedAt",   "pausedUntil",
                                                   "chargedMs", "version",     "epoch",     "games",
                                                   "limits",    "message",     "heartbeat", "remainingMs"};
        if (passing.contains(field)) {
            value = "<any>";
        } else if (value.is_structured()) {
            for (auto&& [key, inner] : value.items()) name_values(inner, value.is_object() ? key : field);
        } else if (value.is_string()) {
            const std::string text = value.get<std::string>();
            if (std::regex_match(text, id))
                learn(text, text.substr(0, text.find('_')));
            else if (secrets.contains(field) && !std::regex_match(text, word))  // an error has a code, too
                learn(text, field);
        }
    }
    void learn(const std::string& value, const std::string& kind) {
        for (const auto& [name, known] : values_)
            if (known == value) return;
        values_["<" + kind + " " + std::to_string(++counts_[kind]) + ">"] = value;
    }

    std::map<std::string, std::string> values_;
    std::map<std::string, int> counts_;
};

/// One server and the clients of a transcript. Its lines are
///   NAME> FRAME    the client says this
///   NAME< FRAME    the next that it hears is this
///   NAME< ?        while a transcript is being made: all up to its answer, or ...
///   NAME< ?*       ... all that has been sent, or
///   NAME< ?2       ... two messages
///   NAME! connect, cut
class Stage {
  public:
    /// The line as it was, filled in where there was a `?`.
    std::string play(const std::string& line) {
        const std::size_t mark = line.find_first_of("><!");
        const std::string name = line.substr(0, mark);
        const std::string rest = line.substr(line.find_first_not_of(' ', mark + 1));
        if (line[mark] == '!') {
            links_.erase(name);
            if (rest == "connect") {
                links_.emplace(name, server_.port());
                EXPECT_EQ(links_.at(name).upgrade().status, 101);
            }
            return line;
        }
        if (line[mark] == '>') {
            const std::string frame = names_.filled_in(rest);
            last_ = Json::parse(frame, nullptr, false);
            if (last_.is_object() && last_.contains("id")) types_[name][last_["id"].dump()] = last_["type"];
            links_.at(name).send_text(frame);
            return line;
        }
        if (rest.starts_with("?")) return take_down(name, rest);
        if (repeats(name, Json::parse(rest))) return line;
        const Json heard = next(name);
        EXPECT_THAT(names_.difference(Json::parse(names_.filled_in(rest)), heard), IsEmpty()) << line << "\n"
                                                                                              << heard.dump();
        return line;
    }

  private:
    Json next(const std::string& name) {
        for (;;) {
            const Frame frame = links_.at(name).read_frame();
            if (frame.opcode == RawSocket::closing) throw std::runtime_error(name + " was cut off");
            if (frame.opcode != RawSocket::text) continue;
            Json heard = Json::parse(frame.payload);
            const std::string re = heard.contains("re") ? heard["re"].dump() : "";
            EXPECT_THAT(problem_of_answer(frame.payload, types_[name][re]), IsEmpty());
            return heard;
        }
    }
    /// A room's event that said once more what the one before it had just said: no server has to.
    bool repeats(const std::string& name, Json said) {
        if (said["type"] != "room.changed") return false;
        const std::int64_t seq = said["seq"];
        said["seq"] = seq + 1;
        const std::string next = std::exchange(next_repeated_[name], said.dump());
        said["seq"] = seq;
        return next == said.dump();
    }
    std::string take_down(const std::string& name, const std::string& rest) {
        const bool all = rest == "?*";
        const int count = rest.size() > 1 && !all ? std::stoi(rest.substr(1)) : 0;
        // Whatever was sent before comes before its answer.
        if (all) links_.at(name).send_text(R"({"type":"ping","id":"all","data":{}})");
        types_[name]["\"all\""] = "ping";
        std::string lines;
        for (int i = 1;; ++i) {
            const Json heard = next(name);
            const bool answer = heard.contains("re");
            if (!all || !answer)
                lines += (lines.empty() ? "" : "\n") + name + "< " + names_.taken_down(heard);
            if (count > 0 ? i == count : answer) return lines;
        }
    }

    ServerProcess server_;
    Names names_;
    std::map<std::string, RawSocket> links_;
    std::map<std::string, std::map<std::string, std::string>> types_;
    std::map<std::string, std::string> next_repeated_;  ///< by client: what would only be repeated
    Json last_;
};

/// With PENTAD_TAKE_DOWN=FOLDER the transcripts are written there with what is heard in place of `?`.
TEST(Transcripts, OfEveryReleaseAreAnsweredAsTheyWereThen) {
    const char* folder = std::getenv("PENTAD_TAKE_DOWN");
    int lines = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(PENTAD_TESTS_DIR) / "golden" / "transcripts")) {
        if (entry.path().extension() != ".txt") continue;
        SCOPED_TRACE(entry.path().filename().string());
        Stage stage;
        std::ifstream in(entry.path());
        std::string played;
        for (std::string line; std::getline(in, line);) {
            played += (line.empty() || line[0] == '#' ? line : stage.play(line)) + "\n";
            ++lines;
        }
        if (folder != nullptr)
            std::ofstream(std::filesystem::path(folder) / entry.path().filename()) << played;
    }
    EXPECT_GE(lines, 100);
}

TEST(Transcripts, AreHeldAgainstWhatIsHeard) {
    Names names;
    const auto heard = Json::parse(R"({"id":"m_0123456789ab","list":[1,{"more":true}],"new":0})");
    EXPECT_EQ(names.difference(Json::parse(R"({"id":"<m 1>","list":[1,{}]})"), heard), "");
    EXPECT_EQ(names.filled_in("match:<m 1>"), "match:m_0123456789ab");
    EXPECT_THAT(names.difference(Json::parse(R"({"id":"m_other"})"), heard), HasSubstr("/id"));
    EXPECT_THAT(names.difference(Json::parse(R"({"gone":1})"), heard), HasSubstr("/gone is missing"));
    EXPECT_THAT(names.difference(Json::parse(R"({"list":[2,{}]})"), heard), HasSubstr("/list/0"));
    EXPECT_EQ(names.taken_down(heard), R"({"id":"<m 1>","list":[1,{"more":true}],"new":0})");
}

TEST(Traffic, ThatDoesNotFulfilItsSchemaIsNoticed) {
    EXPECT_EQ(problem_of_request(R"({"type":"ping","id":1,"data":{"t":1}})"), "");
    EXPECT_NE(problem_of_request(R"({"type":"ping","id":1,"data":{"t":"x"}})"), "");
    EXPECT_NE(problem_of_request(R"({"type":"ping","data":{}})"), "");
    EXPECT_NE(problem_of_request(R"({"type":"no.such","id":1})"), "");
    EXPECT_EQ(problem_of_answer(R"({"type":"ok","re":1,"data":{"now":5,"seqs":{}}})", "ping"), "");
    EXPECT_NE(problem_of_answer(R"({"type":"ok","re":1,"data":{"now":5}})", "ping"), "");
    EXPECT_NE(problem_of_answer(R"({"type":"turn.cancel","match":"m","ts":1,"data":{}})", ""), "");
    EXPECT_NE(problem_of_answer("no frame", ""), "");
}

}  // namespace
}  // namespace pentad::testing
