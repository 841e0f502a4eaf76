#include <sys/stat.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "server/admin/admin_command.hpp"
#include "server/app.hpp"
#include "server/bot_key_command.hpp"
#include "server/check_config.hpp"
#include "server/config.hpp"
#include "server/log.hpp"
#include "server/net/health_check.hpp"

int main(int argc, char** argv) {
    using namespace pentad::server;
    // What the server and its commands write is their user's alone.
    ::umask(0077);
    const std::string_view command = argc > 1 ? argv[1] : "";
    const Invocation wanted = command == "bot-key" ? run_bot_key_command({argv + 1, argv + argc})
                              : command == "admin" ? run_admin_command({argv + 1, argv + argc})
                                                   : read_config(argc, argv);
    if (const auto* leave = std::get_if<ExitNow>(&wanted)) {
        std::fputs(leave->text.c_str(), leave->code == 0 ? stdout : stderr);
        return leave->code;
    }
    try {
        if (const auto* check = std::get_if<CheckHealth>(&wanted)) {
            check_health(check->config);
            std::puts("The server is well.");
        } else if (const auto* settings = std::get_if<CheckConfig>(&wanted)) {
            check_config(settings->config);
            std::puts("The settings are good.");
        } else {
            run_server(std::get<Config>(wanted), [&] { return read_config(argc, argv); });
        }
    } catch (const std::exception& reason) {
        const auto* config = std::get_if<Config>(&wanted);
        announce_failure(reason.what(), config != nullptr ? config->log_format : "text");
        return 1;
    }
    return 0;
}
