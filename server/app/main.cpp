#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "server/admin/admin_command.hpp"
#include "server/app/bot_key_command.hpp"
#include "server/app/check_config.hpp"
#include "server/app/health_check.hpp"
#include "server/app/server.hpp"
#include "server/base/log/log.hpp"
#include "server/config/config.hpp"
#include "server/config/manual.hpp"

namespace {

/// Fails quietly if the reader of a pipe is gone.
int print(const std::string& text, int status) {
    std::FILE* where = status == 0 ? stdout : stderr;
    const bool printed = std::fputs(text.c_str(), where) >= 0 && std::fflush(where) == 0;
    return status == 0 && !printed ? 1 : status;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace pentad::server;
    // A write to a closed pipe or socket fails instead.
    std::signal(SIGPIPE, SIG_IGN);
    // Files are private to the user.
    ::umask(0077);
    const std::string_view command = argc > 1 ? argv[1] : "";
    const Invocation wanted = command == "bot-key" ? run_bot_key_command({argv + 1, argv + argc})
                              : command == "admin" ? run_admin_command({argv + 1, argv + argc})
                                                   : read_command_line(argc, argv, admin_words());
    if (const auto* leave = std::get_if<ExitNow>(&wanted)) {
        return print(leave->text, leave->code);
    }
    try {
        if (const auto* check = std::get_if<CheckHealth>(&wanted)) {
            check_health(check->config);
            return print("Healthy.\n", 0);
        }
        if (const auto* settings = std::get_if<CheckConfig>(&wanted)) {
            check_config(settings->config);
            return print("The settings are valid.\n", 0);
        }
        run_server(std::get<Config>(wanted), [&] { return read_config(argc, argv); });
    } catch (const std::exception& reason) {
        const auto* config = std::get_if<Config>(&wanted);
        announce_failure(reason.what(), config != nullptr ? config->log_format : "text");
        return 1;
    }
    return 0;
}
