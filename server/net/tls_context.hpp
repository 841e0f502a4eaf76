#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace pentad::server {

struct TlsSettings {
    std::string bind;
    std::uint16_t port = 0;   ///< 0 takes a free one
    std::string certificate;  ///< file with the chain, PEM
    std::string key;          ///< file with the private key, PEM
};

/// A context for TLS 1.2 and 1.3 with this certificate and key. Throws std::runtime_error with a sentence
/// that says what to do if they cannot be used.
std::shared_ptr<boost::asio::ssl::context> make_tls_context(const TlsSettings& settings);

}  // namespace pentad::server
