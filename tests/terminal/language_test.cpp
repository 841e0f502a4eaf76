// The catalogues of other languages.

#include "clients/terminal/texts/language.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "clients/terminal/model/command.hpp"

namespace pentad::terminal {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The string literal at this place, of several parts perhaps; empty: there is none.
std::string literal_at(const std::string& code, std::size_t& at) {
    std::string text;
    for (;;) {
        const std::size_t next = code.find_first_not_of(" \n", at);
        if (next == std::string::npos || code[next] != '"') return text;
        for (at = next + 1; code[at] != '"'; ++at) {
            if (code[at] == '\\') ++at;
            text += code[at];
        }
        ++at;
    }
}

/// What stands behind each `call` in the client's code.
std::set<std::string> texts_behind(const std::string& call) {
    std::set<std::string> texts;
    const fs::path folder = fs::path(PENTAD_SOURCE_DIR) / "clients/terminal";
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string code = read(entry.path());
        for (std::size_t at = code.find(call); at != std::string::npos; at = code.find(call, at)) {
            at += call.size();
            std::string text = literal_at(code, at);
            // Only a part of a text that is put together.
            const bool part = code.substr(code.find_first_not_of(" \n", at), 1) == "+";
            if (!text.empty() && !part) texts.insert(std::move(text));
        }
    }
    return texts;
}

std::map<std::string, std::string> catalogue(const std::string& language) {
    const Catalogue read = read_catalogue(catalogue_text(language));
    EXPECT_EQ(read.error, "");
    return {read.entries.begin(), read.entries.end()};
}

std::size_t places(const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}", at + 2)) ++count;
    return count;
}

TEST(Catalogues, HaveEveryTextOfTheCode) {
    std::set<std::string> texts = texts_behind("tr(");
    ASSERT_GT(texts.size(), 200U);
    texts.merge(texts_behind("tr_count("));
    choose_language("en");
    for (const CommandUsage& usage : command_usages()) texts.insert(usage.purpose);
    const std::string errors = read(fs::path(PENTAD_SOURCE_DIR) / "protocol/errors.json");
    const std::string mark = "\"text\": ";
    const std::size_t end = errors.find("\"close\"");
    for (std::size_t at = errors.find(mark); at < end; at = errors.find(mark, at)) {
        at += mark.size();
        texts.insert(literal_at(errors, at));
    }
    for (const std::string& language : languages()) {
        if (language == "en") continue;
        const auto own = catalogue(language);
        for (const std::string& text : texts) EXPECT_TRUE(own.contains(text)) << language << ": " << text;
    }
}

TEST(Catalogues, KeepThePlacesAndTheBlanksOfEveryText) {
    for (const std::string& language : languages())
        for (const auto& [english, text] : catalogue(language)) {
            EXPECT_EQ(places(english), places(text)) << english;
            EXPECT_EQ(english.front() == ' ', text.front() == ' ') << english;
            EXPECT_EQ(english.back() == ' ', text.back() == ' ') << english;
        }
}

TEST(Catalogues, AreReadAsGettextWritesThem) {
    const Catalogue read = read_catalogue(
        "# a comment\nmsgid \"\"\nmsgstr \"\"\n\"Language: xx\\n\"\n\nmsgid \"a \\\"b\\\" \"\n\"c\"\nmsgstr "
        "\"d\"\n\n"
        "msgid \"{} move\"\nmsgid_plural \"{} moves\"\nmsgstr[0] \"{} m\"\nmsgstr[1] \"{} mm\"\n\n"
        "msgid \"not yet\"\nmsgstr \"\"\n");
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.entries, testing::ElementsAre(std::pair("a \"b\" c", "d"), std::pair("{} move", "{} m"),
                                                   std::pair("{} moves", "{} mm")));
    EXPECT_EQ(read_catalogue("msgid \"a\"\nnonsense\n").error, "line 2");
}

TEST(Language, IsChosenByTheNameOfALocaleAndIsEnglishOtherwise) {
    for (const char* name : {"pt", "pt_PT.UTF-8", "pt_BR", "pt-BR"}) {
        choose_language(name);
        EXPECT_EQ(language(), "pt") << name;
        EXPECT_EQ(tr("New table"), "Mesa nova");
    }
    EXPECT_EQ(tr_count("{} move", "{} moves", 1), "1 lance");
    EXPECT_EQ(tr_count("{} move", "{} moves", 2), "2 lances");
    EXPECT_EQ(tr("Nobody says {} in {}.", "this", "Portuguese"), "Nobody says this in Portuguese.");
    EXPECT_EQ(tr("{2} before {1}", "one", "two"), "two before one");
    EXPECT_EQ(tr("a {} in a {name} with {", "player"), "a player in a {name} with {");
    for (const char* name : {"", "C.UTF-8", "de_DE.UTF-8", "ptx"}) {
        choose_language(name);
        EXPECT_EQ(language(), "en") << name;
        EXPECT_EQ(tr("New table"), "New table");
    }
}

}  // namespace
}  // namespace pentad::terminal
