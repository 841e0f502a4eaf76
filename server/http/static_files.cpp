#include "server/http/static_files.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>

#include "server/base/ids.hpp"

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

// Everything is loaded from this origin. With Trusted Types text never becomes markup, and only the web
// client's policy for its service worker makes script addresses.
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

/// A name with a hash of the content (`app-3f9a2b1c.js`): the content never changes.
bool is_hashed(const std::filesystem::path& file) {
    const std::string stem = file.stem().string();
    const std::size_t dash = stem.rfind('-');
    return dash != std::string::npos && stem.size() - dash - 1 >= 8 && file.extension() != ".html";
}

namespace fs = std::filesystem;

struct Coding {
    std::string_view name;       ///< in Content-Encoding
    std::string_view extension;  ///< appended to the file name
};
/// Smallest first.
constexpr std::array<Coding, 2> codings{{{"br", ".br"}, {"gzip", ".gz"}}};

std::string content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Was it made from the current file, and not from one that was changed by hand since? Copying a folder may
/// write them in any order, so a minute is tolerated.
bool is_up_to_date(const fs::path& coded, const fs::path& file) {
    std::error_code error;
    return fs::last_write_time(file, error) <= fs::last_write_time(coded, error) + std::chrono::minutes(1);
}

/// The regular files below the folder, by their relative paths.
tl::expected<std::set<std::string>, std::string> files_below(const fs::path& folder) {
    std::set<std::string> names;
    std::error_code error;
    fs::recursive_directory_iterator entries(folder, error);
    if (error)
        return tl::unexpected("cannot read the web client in " + folder.string() + ": " + error.message() +
                              "; build it with ./dev build, or leave --web out to serve none");
    for (const auto& entry : entries) {
        const auto relative = entry.path().lexically_relative(folder);
        if (!entry.is_symlink() && entry.is_regular_file() && !hidden(relative))
            names.insert(relative.generic_string());
    }
    return names;
}

HttpResponse answer_of(const fs::path& folder, const std::string& name, const std::set<std::string>& names) {
    const fs::path file = folder / name;
    HttpResponse answer;
    answer.content_type = content_type(file.extension().string());
    answer.body = std::make_shared<const std::string>(content(file));
    answer.headers = {
        {"Content-Security-Policy", std::string(content_policy)},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", is_hashed(name) ? "public, max-age=31536000, immutable" : "no-cache"}};
    answer.tag = token_hash(*answer.body).substr(0, 32);
    for (const Coding& coding : codings) {
        const std::string coded = name + std::string(coding.extension);
        if (!names.contains(coded) || !is_up_to_date(folder / coded, file)) continue;
        auto body = std::make_shared<const std::string>(content(folder / coded));
        if (body->size() < answer.body->size())
            answer.coded.push_back({std::string(coding.name), std::move(body)});
    }
    return answer;
}

/// Is it a coding of another file?
bool is_coded_form(const std::string& name, const std::set<std::string>& names) {
    return std::any_of(codings.begin(), codings.end(), [&](const Coding& coding) {
        return name.ends_with(coding.extension) &&
               names.contains(name.substr(0, name.size() - coding.extension.size()));
    });
}

}  // namespace

tl::expected<StaticFiles, std::string> StaticFiles::load(const std::filesystem::path& folder) {
    const auto names = files_below(folder);
    if (!names) return tl::unexpected(names.error());
    StaticFiles files;
    for (const std::string& name : *names) {
        if (is_coded_form(name, *names)) continue;
        HttpResponse answer = answer_of(folder, name, *names);
        if (name == "index.html") files.files_["/"] = answer;
        files.files_["/" + name] = std::move(answer);
    }
    if (!files.files_.contains("/"))
        return tl::unexpected("there is no index.html in " + folder.string() +
                              "; build the web client with ./dev build, or leave --web out to serve none");
    return files;
}

const HttpResponse* StaticFiles::find(std::string_view path) const {
    const auto found = files_.find(std::string(path));
    return found == files_.end() ? nullptr : &found->second;
}

}  // namespace pentad::server
