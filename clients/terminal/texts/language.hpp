#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// What the client says, in the person's language. The code has the English texts; `LANGUAGE.po` beside this
/// has them in another one, in the format of gettext, so that the usual editors can be used. A text that is
/// missing there stays English.
namespace pentad::terminal {

/// Chooses by a name such as `pt` or `pt_BR.UTF-8`; English where there is no such catalogue. To be called
/// before anything is said, on the thread that says it.
void choose_language(std::string_view name);

/// `en`, or that of the chosen catalogue.
const std::string& language();

/// The language that the environment asks for: LC_ALL, LC_MESSAGES or LANG; empty: none.
std::string language_of_environment();

/// Those that can be chosen.
std::vector<std::string> languages();

/// A text in the chosen language. `{}` stands for the arguments one after another, `{1}` for the first of
/// them where a translation needs another order.
std::string translated(std::string_view english, std::initializer_list<std::string_view> arguments = {});

template <class... Arguments>
std::string tr(std::string_view english, const Arguments&... arguments) {
    return translated(english, {std::string_view(arguments)...});
}

/// A text about so many of something, `{}` being the number: `1 move`, `2 moves`.
std::string tr_count(std::string_view one, std::string_view many, std::size_t count);

/// The entries of a catalogue: pairs of an English text and its translation; of a text with a plural both
/// forms are entries. For the tests. The error names the line.
struct Catalogue {
    std::vector<std::pair<std::string, std::string>> entries;
    std::string error;
};
Catalogue read_catalogue(std::string_view po);
std::string_view catalogue_text(std::string_view language);

}  // namespace pentad::terminal
