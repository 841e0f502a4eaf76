#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>

#include "server/net/http_site.hpp"

namespace pentad::server {

/// The built web client, read once at start: a path that is not in the table does not exist, whatever it
/// says. All of it stays in memory, and beside each file its `.br` and `.gz` that the build has made.
/// Immutable.
class StaticFiles {
  public:
    StaticFiles() = default;

    /// Takes every regular file below the folder except dotfiles and symbolic connections; `/` is index.html.
    /// `app.js.br` and `app.js.gz` are no files of their own but other forms of `app.js`; those that are
    /// older than it are left out.
    static tl::expected<StaticFiles, std::string> load(const std::filesystem::path& folder);

    /// nullptr when there is no such file. `path` is without the query.
    const HttpResponse* find(std::string_view path) const;

    bool empty() const { return files_.empty(); }

  private:
    std::unordered_map<std::string, HttpResponse> files_;
};

}  // namespace pentad::server
