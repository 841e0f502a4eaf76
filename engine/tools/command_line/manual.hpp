#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace pentad::command_line {

/// A term and what it means. Of the term, words in capitals are shown as arguments.
struct Entry {
    std::string term;
    std::string about;
};

struct Section {
    std::string title;
    std::string text;
    std::vector<Entry> entries{};
};

/// What the page says besides the table of commands and options. All of it is plain text.
struct Page {
    std::string summary;                   ///< behind the name of the program
    std::vector<std::string> synopsis;     ///< without the name, such as `admin [FLAGS] COMMAND`
    std::vector<std::string> description;  ///< paragraphs
    std::vector<Section> more;             ///< after the options
    std::vector<std::string> see_also;     ///< other programs with pages in section 1
    /// A further sentence about an option; may be empty.
    std::function<std::string(const CLI::Option&)> remark{};
};

/// The page of the manual, in roff. Options stand below the name of their group.
/// REQUIRES: app has a name and a version.
std::string manual(const CLI::App& app, const Page& page);

}  // namespace pentad::command_line
