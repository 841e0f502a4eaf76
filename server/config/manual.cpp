#include "server/config/manual.hpp"

#include <string_view>

namespace pentad::server {
namespace {

/// Escapes what roff would take for markup.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\' || c == '-') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

constexpr std::string_view beginning = R"(.TH PENTAD\-SERVER 1 "" "pentad )" PENTAD_VERSION R"(" "Pentad"
.SH NAME
pentad\-server \- a server on which people and computers play five abstract board games
.SH SYNOPSIS
.B pentad\-server
.RI [ flags ]
.br
.B pentad\-server admin
.RI [ flags ]
.I command
.br
.B pentad\-server bot\-key
.BR add | revoke | list
.RI [ name "] [" flags ]
.SH DESCRIPTION
Serves the browser client and the WebSocket protocol of Pentad on one port until SIGTERM or SIGINT; then it tells the
clients, finishes what was received and exits.
.PP
Each setting is a flag, an environment variable and a key of the settings file, in this order of
precedence.
.SH COMMANDS
.TP
.B admin
Administers the server that runs with these flags, through a socket in its data folder: bans, reports, backups, keys
and more.
.B pentad\-server admin help
lists the commands. Only
.B admin restore\~\fIFILE\fR
needs the server stopped: it replaces the database by a backup.
.TP
.B bot\-key
Creates the key of a program that plays, and prints it this once; revokes it; or lists the bots. Works whether the
server runs or not.
.SH SETTINGS
)";

constexpr std::string_view ending = R"(.TP
.BI \-\-config\~ FILE
Settings file of lines such as: port = 8080. Environment: PENTAD_CONFIG.
.SH OTHER FLAGS
.TP
.B \-\-check\-config
Check whether a server could start with these settings, files, folders and addresses, and exit.
.TP
.B \-\-check\-health
Check the health of the server that runs with these settings and exit: 0 if it is healthy.
.TP
.B \-\-print\-config
Print the settings in effect as a settings file and exit.
.TP
.B \-\-help\fR, \fB\-\-version
Print the help or the version and exit.
.SH EXIT STATUS
0 after a requested stop, 1 if the server cannot start or a check fails, 2 for wrong settings.
)";

}  // namespace

std::string manual(const std::vector<Setting>& table) {
    std::string page(beginning);
    const Config defaults;
    for (const Setting& setting : table) {
        page += ".TP\n.BI \\-\\-" + roff(setting.name) + "\\~ " + roff(setting.value_name) + "\n";
        page += roff(setting.help) + ". Environment: " + environment_name(setting.name) + ".";
        const std::string value = joined(setting.get(defaults));
        if (!value.empty()) page += " Default: " + roff(value) + ".";
        if (setting.reloadable) page += " SIGHUP reloads it.";
        page += "\n";
        if (!setting.secret) continue;
        page += ".TP\n.BI \\-\\-" + roff(setting.name) + "\\-file\\~ FILE\n";
        page += "A file with the value in its first line. Environment: " +
                environment_name(setting.name + "-file") + ".\n";
    }
    return page.append(ending);
}

}  // namespace pentad::server
