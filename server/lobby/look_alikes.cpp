#include "server/lobby/look_alikes.hpp"

#include <array>

#include "protocol/utf8.hpp"
#include "server/lobby/marks.hpp"

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

/// Letters and figures in another dress - full width, ringed, raised, mathematical, small capitals, the
/// letters of flags - as plain ones.
char32_t undressed(char32_t code) {
    if (code >= 0xff01 && code <= 0xff5e) return code - 0xff00 + 0x20;
    if (code >= 0x24b6 && code <= 0x24e9) return U'a' + (code - 0x24b6) % 26;
    if (code >= 0x249c && code <= 0x24b5) return U'a' + (code - 0x249c);
    if (code >= 0x1f110 && code <= 0x1f189) return U'a' + (code - 0x1f110) % 32 % 26;
    if (code >= 0x1f1e6 && code <= 0x1f1ff) return U'a' + (code - 0x1f1e6);
    if (code >= 0x1d400 && code <= 0x1d6a3) return U'a' + (code - 0x1d400) % 26;
    if (code >= 0x1d6a8 && code <= 0x1d7cb && (code - 0x1d6a8) % 58 % 26 < 25)
        return U'\u03b1' + (code - 0x1d6a8) % 58 % 26;
    if (code >= 0x1d7ce && code <= 0x1d7ff) return U'0' + (code - 0x1d7ce) % 10;
    for (const char32_t one : {0x2460, 0x2474, 0x2488, 0x2776, 0x2780, 0x278a})
        if (code >= one && code < one + 9) return U'1' + (code - one);
    // clang-format off
    // What UnicodeData.txt takes apart into one letter or figure, in order, and the small capitals.
    static constexpr std::u32string_view from =
        U"ª²³¹ºɑɡɢɪɴʀʏʙʜʟʰʲʳʷʸˡˢˣᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁᵂᵃᵇᵈᵉᵍ"
        U"ᵏᵐᵒᵖᵗᵘᵛᵢᵣᵤᵥᶜᶠᶻ⁰ⁱ⁴⁵⁶⁷⁸⁹ⁿ₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₕₖₗₘₙₚₛₜℂℊℋℌℍℎℐℑℒℓℕℙℚℛℜ"
        U"ℝℤℨKÅℬℭℯℰℱℳℴℹⅅⅆⅇⅈⅉⅠⅤⅩⅬⅭⅮⅯⅰⅴⅹⅼⅽⅾⅿ⓪ⱼⱽꜰꜱꟲꟳꟴ";
    static constexpr std::u32string_view to =
        U"a231oagginrybhlhjrwylsxacdejkmoptuvwzabdeghijklmnoprtuwabdeg"
        U"kmoptuviruvcfz0i456789n0123456789aeoxhklmnpstcghhhhiillnpqrr"
        U"rzzkabceefmoiddeijivxlcdmivxlcdm0jvfscfq";
    // clang-format on
    static_assert(from.size() == to.size());
    if (const auto at = from.find(code); at != std::u32string_view::npos) return to[at];
    return code;
}

char32_t small_and_bare(char32_t code) {
    if (code >= U'A' && code <= U'Z') return code + (U'a' - U'A');
    for (const Block& block : blocks)
        if (code >= block.first && code < block.first + block.plain.size())
            return block.plain[code - block.first];
    if (code >= 0x531 && code <= 0x556) return code + 0x30;  // Armenian
    if (code >= 0xab70 && code <= 0xabbf)
        return code - 0x97d0;  // Cherokee, whose capitals are the older ones
    if (code >= 0x13f8 && code <= 0x13fd) return code - 8;
    if (code >= 0x2c80 && code <= 0x2ce3) return code | 1;  // Coptic
    return code;
}

/// The Latin letter that this small letter or figure looks like; one sign for strokes, one for rings.
char32_t look_alike(char32_t code) {
    struct LookAlikes {
        char32_t letter;
        std::u32string_view others;
    };
    // Greek, Cyrillic and Armenian in the forms that were small or capital; Cherokee, Lisu, Coptic, Canadian
    // syllabics and currencies. After the confusables.txt of TR 39 and what is in use as fancy letters.
    static constexpr std::array<LookAlikes, 25> all{
        {{U'a', U"\u0430\u03b1\u0563\u13aa\ua4ee\u2c81\u15c5\u15e9\u20b3"},
         {U'b', U"\u0432\u03b2\u044c\u0185\u0253\u13cf\u13f4\ua4d0\u2c83\u15f7\u0e3f"},
         {U'c', U"\u0441\u03f2\u13df\ua4da\u2ca5\u1455\u20b5\u00a2"},
         {U'd', U"\u0501\u0257\u13a0\u13e7\ua4d3\ua4d2\u15de\u15ea"},
         {U'e', U"\u0435\u03b5\u0454\u0511\u025b\u13ac\ua4f0\u2c89\u156e\u15f4\u20ac"},
         {U'f', U"\u0192\u03dd\u0584\ua4dd\u15b4\u20a3"},
         {U'g', U"\u0581\u0260\u13c0\u13f3\ua4d6\u20b2"},
         {U'h', U"\u04bb\u043d\u03b7\u0570\u0266\u13bb\u13c2\ua4e7\u2c8f\u157c"},
         {U'j', U"\u0458\u03f3\u13ab\ua4d9\u148d"},
         {U'k', U"\u043a\u03ba\u0199\u049b\u13e6\ua4d7\u2c95\u20ad"},
         {U'l',
          U"1|!"
          U"i\u0456\u03b9\u0131\u04cf\u01c0\u0627\u05d5\u2502\u13a5\u13de\ua4e1\ua4f2\u2c93\u14aa\u00a3"
          U"\u20a4"},
         {U'm', U"\u043c\u03bc\u00b5\u13b7\ua4df\u2c99\u15f0\u20a5"},
         {U'n', U"\u0578\u03bd\u057c\u0438\u014b\ua4e0\u2c9b\u144e\u20a6"},
         {U'o', U"0\u043e\u03bf\u0585\u03c3\u0966\u0665\u25cb\u25ef\ua4f3\u2c9f\u15dd"},
         {U'p', U"\u0440\u03c1\u03f8\u13e2\ua4d1\u2ca3\u146d\u20b1"},
         {U'q', U"\u051b\u0566"},
         {U'r', U"\u0433\u044f\u13a1\u13d2\ua4e3\u1587"},
         {U's', U"5$\u0455\u054f\u057f\u13d5\u13da\ua4e2\u1515\u20b4"},
         {U't', U"\u0442\u03c4\u01ad\u13a2\ua4d4\u2ca7\u20ae"},
         {U'u', U"\u057d\u03c5\u028b\u0446\ua4f4\u144c"},
         {U'v', U"\u0475\u2228\u13d9\ua4e6\u142f"},
         {U'w', U"\u051d\u0461\u03c9\u0448\u0561\u13b3\u13d4\ua4ea\u15ef\u20a9"},
         {U'x', U"\u0445\u03c7\u00d7\ua4eb\u2cad\u166d"},
         {U'y', U"\u0443\u03b3\u04af\u0263\u13a9\u13bd\ua4ec\u2ca9\u00a5"},
         {U'z', U"\u03b6\u0290\u13c3\ua4dc\u1614"}}};
    for (const auto& [letter, others] : all)
        if (others.find(code) != std::u32string_view::npos) return letter;
    return code;
}

/// A sign between letters, and one that is put around them to catch the eye: `[Ann]`, `Ann\u2122`. Pictures
/// are not among them: who is called by one is known by it.
bool is_decoration(char32_t code) {
    if (code < 0x80) return !(code >= U'a' && code <= U'z') && !(code >= U'0' && code <= U'9');
    return (code >= 0xa1 && code <= 0xbf) || (code >= 0x2b9 && code <= 0x2df) ||
           (code >= 0x2010 && code <= 0x2bff) || (code >= 0x2e00 && code <= 0x2e7f) ||
           (code >= 0x3001 && code <= 0x3004) || (code >= 0x3008 && code <= 0x303f) || code == 0x30fb ||
           (code >= 0xfe10 && code <= 0xfe6f);
}

/// A mark that changes a letter of Europe's alphabets and leaves it readable as the letter.
bool is_accent(char32_t code) {
    return is_mark(code) && (code < 0x500 || (code >= 0x1ab0 && code <= 0x1dff) ||
                             (code >= 0x20d0 && code <= 0x20ff) || code >= 0xfe20);
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

/// Takes the first code point off; it is small and bare then.
char32_t plain_sign(std::string_view& text) {
    const auto [code, bytes] = protocol::first_code_point(text);
    text.remove_prefix(bytes);
    // Twice: the small letter of a capital may be one in another dress.
    return small_and_bare(undressed(small_and_bare(undressed(code))));
}

}  // namespace

std::string skeleton(std::string_view text) {
    std::string plain, whole;
    while (!text.empty()) {
        const char32_t code = plain_sign(text);
        const char32_t looks = look_alike(code);
        append(whole, looks);
        // A vowel of a language that writes it as a mark makes another word; over a Latin letter it is dirt.
        const bool dirt = plain.empty() || static_cast<unsigned char>(plain.back()) < 0x80;
        if (is_mark(code) ? is_accent(code) || dirt : is_decoration(looks)) continue;
        append(plain, looks);
    }
    join_pairs(plain);
    return plain.empty() ? whole : plain;
}

std::string readings(std::string_view text) {
    static constexpr std::string_view figures = "@43768";
    static constexpr std::string_view letters = "aaetgb";
    std::string read;
    while (!text.empty()) {
        const char32_t code = plain_sign(text);
        char32_t looks = look_alike(code);
        if (looks >= 0x80) continue;
        if (const auto at = figures.find(static_cast<char>(looks)); at != std::string_view::npos)
            looks = static_cast<char32_t>(letters[at]);
        if (looks < U'a' || looks > U'z') continue;
        const bool is_sign = is_decoration(code) || (code >= U'0' && code <= U'9');
        read += static_cast<char>(is_sign ? looks - U'a' + U'A' : looks);
    }
    join_pairs(read);
    return read;
}

}  // namespace pentad::server
