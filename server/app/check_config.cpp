#include "server/app/check_config.hpp"

#include <unistd.h>

#include <boost/asio/ip/address.hpp>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "server/app/component_settings.hpp"
#include "server/http/static_files.hpp"
#include "server/net/listener.hpp"
#include "server/net/tls_context.hpp"

namespace pentad::server {
namespace {

namespace fs = std::filesystem;

void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }

/// A port to listen on, and the prefix of its settings.
struct ListenAddress {
    std::string options;
    std::string bind;
    int port;
};

std::vector<ListenAddress> listen_addresses(const Config& config) {
    std::vector<ListenAddress> all{{"", config.bind, config.port}};
    if (config.metrics_port >= 0) all.push_back({"metrics-", config.metrics_bind, config.metrics_port});
    if (config.tls_port >= 0) all.push_back({"tls-", config.tls_bind, config.tls_port});
    return all;
}

bool overlap(const ListenAddress& one, const ListenAddress& other) {
    if (one.port != other.port || one.port == 0) return false;
    const auto mine = boost::asio::ip::make_address(one.bind);
    const auto theirs = boost::asio::ip::make_address(other.bind);
    // `::` is every address, `0.0.0.0` every one of IPv4.
    const auto covers = [](const auto& all, const auto& some) {
        return all.is_unspecified() && (all.is_v6() || some.is_v4());
    };
    return mine == theirs || covers(mine, theirs) || covers(theirs, mine);
}

void check_ports(const Config& config) {
    const std::vector<ListenAddress> all = listen_addresses(config);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (overlap(all[i], all[j]))
                refuse("--" + all[i].options + "port is the same as --" + all[j].options +
                       "port; choose another for one of them");
    for (const ListenAddress& one : all)
        Listener::check(one.bind, static_cast<std::uint16_t>(one.port), one.options);
}

void check_times(const Config& config) {
    if (config.gone_after_least_s > config.gone_after_most_s)
        refuse("--gone-after-least-s is above --gone-after-most-s; choose the same or a smaller value");
}

void check_tls(const Config& config) {
    if (config.tls_port >= 0) return static_cast<void>(make_tls_context(tls_settings(config)));
    if (config.tls_certificate.empty() != config.tls_key.empty())
        refuse(std::string("--tls-certificate and --tls-key go together; ") +
               (config.tls_key.empty() ? "the key" : "the certificate") + " is missing");
}

void refuse_data(const fs::path& what, const std::string& why) {
    refuse("the data folder cannot be used: " + what.string() + ": " + why +
           "; give this user write permission, or choose another with --data");
}

void check_access(const fs::path& what, int how) {
    if (::access(what.c_str(), how) != 0) refuse_data(what, std::generic_category().message(errno));
}

void check_data(const Config& config) {
    if (config.data == ":memory:") return;
    fs::path folder = fs::absolute(config.data);
    std::error_code error;
    // Missing folders are created.
    while (fs::status(folder, error).type() == fs::file_type::not_found && folder.has_relative_path())
        folder = folder.parent_path();
    if (!fs::is_directory(folder, error)) refuse_data(folder, error ? error.message() : "not a folder");
    check_access(folder, W_OK | X_OK);
    if (const fs::path file = fs::path(config.data) / "pentad.db"; fs::exists(file, error))
        check_access(file, R_OK | W_OK);
}

}  // namespace

void check_config(const Config& config) {
    check_times(config);
    check_ports(config);
    check_tls(config);
    if (!config.web.empty())
        if (const auto files = StaticFiles::load(config.web); !files) refuse(files.error());
    check_data(config);
}

}  // namespace pentad::server
