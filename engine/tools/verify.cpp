#include "protocol/record/verify.hpp"

#include <array>
#include <iostream>

#include "engine/tools/commands.hpp"
#include "engine/tools/input.hpp"
#include "engine/tools/output.hpp"
#include "engine/tools/status.hpp"

namespace pentad::engine::tools {
namespace {

constexpr std::array kinds{"unreadable", "chain", "unknownRules", "illegal", "clock", "result"};

}  // namespace

int verify_record(const std::string& path, Format format) {
    const auto verified = record::verify(read_input(path, "a record"));
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
