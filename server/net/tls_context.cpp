#include "server/net/tls_context.hpp"

#include <boost/asio/ssl/context.hpp>
#include <stdexcept>

namespace pentad::server {

namespace ssl = boost::asio::ssl;

std::shared_ptr<ssl::context> make_tls_context(const TlsSettings& settings) {
    if (settings.certificate.empty() || settings.key.empty())
        throw std::runtime_error(
            "--tls-port needs a certificate and its key; name the PEM files with --tls-certificate and "
            "--tls-key, or leave out --tls-port");
    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    context->set_options(SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Most connections are idle: free their buffers meanwhile.
    SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);
    boost::system::error_code error;
    context->use_certificate_chain_file(settings.certificate, error);
    if (error)
        throw std::runtime_error("the certificate " + settings.certificate + " cannot be used: " +
                                 error.message() + "; name a PEM file with the chain with --tls-certificate");
    context->use_private_key_file(settings.key, ssl::context::pem, error);
    if (error)
        throw std::runtime_error("the key " + settings.key + " cannot be used: " + error.message() +
                                 "; name the PEM file with the certificate's private key with --tls-key");
    return context;
}

}  // namespace pentad::server
