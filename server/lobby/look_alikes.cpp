#include "server/lobby/look_alikes.hpp"

#include <array>

#include "protocol/utf8.hpp"
#include "server/lobby/plain_text.hpp"

namespace pentad::server {
namespace {

// Small letters without accents, from the block's first code point on.
// clang-format off
constexpr std::u32string_view latin =
    U"aaaaaaæceeeeiiiiðnooooo×ouuuuyþsaaaaaaæceeeeiiiiðnooooo÷ouuuuyþy"
    U"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkĸlllllll"
    U"lllnnnnnnʼŋŋooooooœœrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
    U"bbƃƃƅƅɔƈƈɖɗƌƌƍǝəɛƒƒɠɣƕɩiƙƙlƛɯɲƞɵooƣƣƥƥʀƨƨʃƪƫƭƭʈuuʊʋƴƴƶƶʒƹƹƺƻƽƽƾƿ"
    U"ǀǁǂǃdddlllnnnaaiioouuuuuuuuuuǝaaaaææǥǥggkkooooʒʒjdddggƕƿnnaaææoo"
    U"aaaaeeeeiiiioooorrrruuuussttȝȝhhƞȡȣȣȥȥaaeeooooooooyyȴȵȶȷȸȹⱥȼȼlⱦȿ"
    U"ɀɂɂbuʌɇɇɉɉɋɋɍɍɏɏ";
constexpr std::u32string_view more_latin =
    U"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
    U"mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
    U"wwwwwwwwwwxxxxyyzzzzzzhtwyasẜẝsẟaaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
    U"eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyỻỻỽỽỿỿ";
constexpr std::u32string_view greek =
    U"ͱͱͳͳʹ͵ͷͷ\u0378\u0379ͺͻͼͽ;ϳ\u0380\u0381\u0382\u0383΄΅α·εηι\u038bο\u038dυωιαβγδεζηθικλμνξοπρ\u03a2στυφχψωιυαεηι"
    U"υαβγδεζηθικλμνξοπρσστυφχψωιυουωϗβθυυυφπϗϙϙϛϛϝϝϟϟϡϡϣϣϥϥϧϧϩϩϫϫϭϭϯϯ"
    U"κρσϳθε϶ϸϸσϻϻϼͻͼͽ";
constexpr std::u32string_view more_greek =
    U"ααααααααααααααααεεεεεε\u1f16\u1f17εεεεεε\u1f1e\u1f1fηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιι"
    U"οοοοοο\u1f46\u1f47οοοοοο\u1f4e\u1f4fυυυυυυυυ\u1f58υ\u1f5aυ\u1f5cυ\u1f5eυωωωωωωωωωωωωωωωωααεεηηιιοουυωω\u1f7e\u1f7f"
    U"ααααααααααααααααηηηηηηηηηηηηηηηηωωωωωωωωωωωωωωωωααααα\u1fb5ααααααα᾽ι᾿"
    U"῀῁ηηη\u1fc5ηηεεηηη῍῎῏ιιιι\u1fd4\u1fd5ιιιιιι\u1fdc῝῞῟υυυυρρυυυυυυρ῭΅`\u1ff0\u1ff1ωωω\u1ff5ωωοοωωω´῾\u1fff";
constexpr std::u32string_view cyrillic =
    U"ееђгєѕііјљњћкиуџабвгдежзииклмнопрстуфхцчшщъыьэюяабвгдежзииклмноп"
    U"рстуфхцчшщъыьэюяееђгєѕііјљњћкиуџѡѡѣѣѥѥѧѧѩѩѫѫѭѭѯѯѱѱѳѳѵѵѵѵѹѹѻѻѽѽѿѿ"
    U"ҁҁ҂\u0483\u0484\u0485\u0486\u0487҈҉ҋҋҍҍҏҏґґғғҕҕҗҗҙҙққҝҝҟҟҡҡңңҥҥҧҧҩҩҫҫҭҭүүұұҳҳҵҵҷҷҹҹһһҽҽҿҿ"
    U"ӏжжӄӄӆӆӈӈӊӊӌӌӎӎӏааааӕӕееәәәәжжззӡӡииииооөөөөээууууууччӷӷыыӻӻӽӽӿӿ"
    U"ԁԁԃԃԅԅԇԇԉԉԋԋԍԍԏԏԑԑԓԓԕԕԗԗԙԙԛԛԝԝԟԟԡԡԣԣԥԥԧԧԩԩԫԫԭԭԯԯ";
// clang-format on

struct Block {
    char32_t first;
    std::u32string_view plain;
};
constexpr std::array<Block, 5> blocks{
    {{0xc0, latin}, {0x370, greek}, {0x400, cyrillic}, {0x1e00, more_latin}, {0x1f00, more_greek}}};

/// Letters in another dress - full width, ringed, mathematical, small capitals - as plain ones.
char32_t undressed(char32_t code) {
    if (code >= 0xff01 && code <= 0xff5e) return code - 0xff00 + 0x20;
    if (code >= 0x24b6 && code <= 0x24e9) return U'a' + (code - 0x24b6) % 26;
    if (code >= 0x249c && code <= 0x24b5) return U'a' + (code - 0x249c);
    if (code >= 0x1f110 && code <= 0x1f189) return U'a' + (code - 0x1f110) % 32 % 26;
    if (code >= 0x1d400 && code <= 0x1d6a3) return U'a' + (code - 0x1d400) % 26;
    if (code >= 0x1d7ce && code <= 0x1d7ff) return U'0' + (code - 0x1d7ce) % 10;
    static constexpr std::u32string_view from =
        U"\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f"
        U"\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22\u1d43\u1d47\u1d48\u1d49\u1d50\u1d52"
        U"\u1d56\u1d57\u1d58\u2071\u207f\u02b3\u02e2\u02e1\u02b0\u02b2\u2113\u212a\u0251\u0261"
        U"\u2170\u217c\u217d\u217e\u217f\u2160\u216c\u216d\u216e\u216f";
    static constexpr std::u32string_view to = U"abcdefghijklmnoprstuvwyzabdemoptuinrslhjlkagilcdmilcdm";
    static_assert(from.size() == to.size());
    if (const auto at = from.find(code); at != std::u32string_view::npos) return to[at];
    return code;
}

char32_t small_and_bare(char32_t code) {
    if (code >= U'A' && code <= U'Z') return code + (U'a' - U'A');
    for (const Block& block : blocks)
        if (code >= block.first && code < block.first + block.plain.size())
            return block.plain[code - block.first];
    if (code >= 0x531 && code <= 0x556) return code + 0x30;      // Armenian
    if (code >= 0x13a0 && code <= 0x13ef) return code + 0x97d0;  // Cherokee
    return code;
}

/// The Latin letter that this small letter or figure looks like; one sign for strokes, one for rings.
char32_t look_alike(char32_t code) {
    struct LookAlikes {
        char32_t letter;
        std::u32string_view others;
    };
    // Greek, Cyrillic and Armenian in the forms that were small or capital.
    static constexpr std::array<LookAlikes, 25> all{
        {{U'a', U"\u0430\u03b1\u0563"},
         {U'b', U"\u0432\u03b2\u044c\u0185\u0253"},
         {U'c', U"\u0441\u03f2"},
         {U'd', U"\u0501\u0257"},
         {U'e', U"\u0435\u03b5\u0454\u0511\u025b"},
         {U'f', U"\u0192\u03dd\u0584"},
         {U'g', U"\u0581\u0260"},
         {U'h', U"\u04bb\u043d\u03b7\u0570\u0266"},
         {U'j', U"\u0458\u03f3"},
         {U'k', U"\u043a\u03ba\u0199\u049b"},
         {U'l', U"1|!i\u0456\u03b9\u0131\u04cf\u01c0\u0627\u05d5\u2502"},
         {U'm', U"\u043c\u03bc\u00b5"},
         {U'n', U"\u0578\u03bd\u057c\u0438\u014b"},
         {U'o', U"0\u043e\u03bf\u0585\u03c3\u0966\u0665\u25cb\u25ef"},
         {U'p', U"\u0440\u03c1\u03f8"},
         {U'q', U"\u051b\u0566"},
         {U'r', U"\u0433\u044f"},
         {U's', U"5$\u0455\u054f\u057f"},
         {U't', U"\u0442\u03c4\u01ad"},
         {U'u', U"\u057d\u03c5\u028b\u0446"},
         {U'v', U"\u0475\u2228"},
         {U'w', U"\u051d\u0461\u03c9\u0448\u0561"},
         {U'x', U"\u0445\u03c7\u00d7"},
         {U'y', U"\u0443\u03b3\u04af\u0263"},
         {U'z', U"\u03b6\u0290"}}};
    for (const auto& [letter, others] : all)
        if (others.find(code) != std::u32string_view::npos) return letter;
    return code;
}

bool is_separator(char32_t code) {
    static constexpr std::u32string_view separators =
        U" .-_'`,:;~*^\u00b4\u00b7\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u2022\u2026\u2212\u30fb";
    return separators.find(code) != std::u32string_view::npos;
}

void append(std::string& text, char32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
        text += static_cast<char>(0x80 | (code & 0x3f));
    } else {
        text += static_cast<char>(0xf0 | code >> 18);
        text += static_cast<char>(0x80 | (code >> 12 & 0x3f));
        text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
        text += static_cast<char>(0x80 | (code & 0x3f));
    }
}

/// Two letters side by side that are read as one.
void join_pairs(std::string& text) {
    struct Pair {
        std::string_view two;
        char one;
    };
    static constexpr std::array<Pair, 2> pairs{{{"rn", 'm'}, {"vv", 'w'}}};
    for (const auto& [two, one] : pairs)
        for (std::size_t at = 0; (at = text.find(two, at)) != std::string::npos; ++at)
            text.replace(at, two.size(), 1, one);
}

}  // namespace

std::string skeleton(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const auto [code, bytes] = protocol::first_code_point(text);
        text.remove_prefix(bytes);
        // Twice: the small letter of a capital may be one in another dress.
        const char32_t bare = small_and_bare(undressed(small_and_bare(undressed(code))));
        if (!is_combining(bare) && !is_separator(bare)) append(plain, look_alike(bare));
    }
    join_pairs(plain);
    return plain;
}

std::string loose_skeleton(std::string_view text) {
    std::string plain = skeleton(text);
    for (char& c : plain) {
        static constexpr std::string_view figures = "@43768";
        static constexpr std::string_view letters = "aaetgb";
        if (const auto at = figures.find(c); at != std::string_view::npos) c = letters[at];
    }
    return plain;
}

}  // namespace pentad::server
