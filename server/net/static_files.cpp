#include "server/net/static_files.hpp"

#include <array>
#include <fstream>
#include <iterator>

namespace pentad::server {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> content_types{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".yaml", "application/yaml"},
    {".map", "application/json"},
    {".wasm", "application/wasm"},
}};

std::string_view content_type(const std::string& extension) {
    for (const auto& [known, type] : content_types)
        if (extension == known) return type;
    return "application/octet-stream";
}

// Everything comes from here; text becomes markup nowhere (Trusted Types), and a script's address only in the
// web client's policy for its service worker.
constexpr std::string_view content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types "
    "pentad-worker";

bool hidden(const std::filesystem::path& relative) {
    for (const auto& part : relative)
        if (part.string().starts_with('.')) return true;
    return false;
}

/// A name that carries a hash of its content (`app-3f9a2b1c.js`) never changes its content.
bool is_hashed(const std::filesystem::path& file) {
    const std::string stem = file.stem().string();
    const std::size_t dash = stem.rfind('-');
    return dash != std::string::npos && stem.size() - dash - 1 >= 8 && file.extension() != ".html";
}

}  // namespace

tl::expected<StaticFiles, std::string> StaticFiles::load(const std::filesystem::path& folder) {
    StaticFiles files;
    std::error_code error;
    std::filesystem::recursive_directory_iterator entries(folder, error);
    if (error)
        return tl::unexpected("cannot read the web client in " + folder.string() + ": " + error.message() +
                              "; build it with ./dev build, or leave --web out to serve none");
    for (const auto& entry : entries) {
        const auto relative = entry.path().lexically_relative(folder);
        if (entry.is_symlink() || !entry.is_regular_file() || hidden(relative)) continue;
        std::ifstream in(entry.path(), std::ios::binary);
        HttpAnswer answer;
        answer.content_type = content_type(entry.path().extension().string());
        answer.body = std::make_shared<const std::string>(std::istreambuf_iterator<char>(in),
                                                          std::istreambuf_iterator<char>());
        answer.headers = {
            {"Content-Security-Policy", std::string(content_policy)},
            {"Referrer-Policy", "no-referrer"},
            {"Cross-Origin-Opener-Policy", "same-origin"},
            {"Cache-Control", is_hashed(relative) ? "public, max-age=31536000, immutable" : "no-cache"}};
        const std::string path = "/" + relative.generic_string();
        if (path == "/index.html") files.files_["/"] = answer;
        files.files_[path] = std::move(answer);
    }
    if (!files.files_.contains("/"))
        return tl::unexpected("there is no index.html in " + folder.string() +
                              "; build the web client with ./dev build, or leave --web out to serve none");
    return files;
}

const HttpAnswer* StaticFiles::find(std::string_view path) const {
    const auto found = files_.find(std::string(path));
    return found == files_.end() ? nullptr : &found->second;
}

HttpAnswer http_json(std::string body) {
    return {200,
            "application/json",
            std::make_shared<const std::string>(std::move(body)),
            {{"Cache-Control", "no-store"}}};
}

HttpAnswer http_error(int status, std::string_view code, std::string_view message) {
    HttpAnswer answer = http_json("{\"error\":{\"code\":\"" + std::string(code) + "\",\"message\":\"" +
                                  std::string(message) + "\"}}\n");
    answer.status = status;
    return answer;
}

}  // namespace pentad::server
