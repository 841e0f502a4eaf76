#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>

#include "server/net/http_response.hpp"

namespace pentad::server {

/// The built web client, read into memory once at start: paths that are not in the table do not exist. Each
/// file may have `.br` and `.gz` forms made by the build. Immutable.
class StaticFiles {
  public:
    StaticFiles() = default;

    /// Reads every regular file below the folder except dotfiles and symbolic links; `/` is index.html.
    /// `app.js.br` and `app.js.gz` are codings of `app.js`, and ignored if older than it.
    static tl::expected<StaticFiles, std::string> load(const std::filesystem::path& folder);

    /// nullptr if there is no such file. `path` is without the query.
    const HttpResponse* find(std::string_view path) const;

    bool empty() const { return files_.empty(); }

  private:
    std::unordered_map<std::string, HttpResponse> files_;
};

}  // namespace pentad::server
