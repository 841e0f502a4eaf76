#include "clients/terminal/model/sign_in.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace pentad::terminal {
namespace {

using namespace protocol;

class SignIns : public ::testing::Test {
  protected:
    SignIns() {
        EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
        place_ = {folder_ + "/new", "ws://a:1/ws"};
    }
    ~SignIns() override { std::filesystem::remove_all(folder_); }

    std::string folder_ = ::testing::TempDir() + "pentad_sign_in_XXXXXX";
    IdentityPlace place_;

    /// What it says to the server: `token secret`, `guest Ann`, `guest`.
    static std::string said(const SignIn& sign_in) {
        const Auth auth = sign_in.auth();
        if (const auto* token = std::get_if<TokenAuth>(&auth)) return "token " + token->token;
        if (const auto* guest = std::get_if<GuestAuth>(&auth))
            return "guest" + (guest->name ? " " + *guest->name : "");
        return "something else";
    }
    static HelloOk welcome(const std::string& name, const std::string& token) {
        HelloOk hello;
        hello.player.name = name;
        if (!token.empty()) hello.player_token = token;
        return hello;
    }
    void keep(const std::string& name, const std::string& token) const {
        ASSERT_TRUE(IdentityFile(place_).save({name, token}));
    }
    /// `Ann secret`, the latest first.
    std::vector<std::string> kept() const {
        std::vector<std::string> all;
        for (const Identity& one : IdentityFile(place_).load()) all.push_back(one.name + " " + one.token);
        return all;
    }
    using Texts = std::vector<std::string>;
};

const Problem taken{ErrorCode::name_taken, "Someone else has this name.", {}};
const Problem unknown{ErrorCode::bad_credentials, "These credentials are not right.", {}};

TEST_F(SignIns, KeepATokenForItsOwnerAlone) {
    SignIn sign_in(place_, {"Ann"});
    EXPECT_EQ(said(sign_in), "guest Ann");
    EXPECT_EQ(kept(), Texts{});
    sign_in.welcomed(welcome("Ann", "secret"));
    EXPECT_EQ(kept(), Texts{"Ann secret"});
    EXPECT_EQ(said(sign_in), "token secret") << "when the session is over";
    IdentityPlace other = place_;
    other.server = "ws://a:2/ws";
    EXPECT_TRUE(IdentityFile(other).load().empty());
    other = place_;
    other.profile = "work";
    EXPECT_TRUE(IdentityFile(other).load().empty());
    for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/new"))
        EXPECT_EQ(entry.status().permissions(), std::filesystem::perms(0600));
}

TEST_F(SignIns, WriteNothingBeforeTheServerHasTakenWhatIsNew) {
    keep("Ann", "old");
    SignIn sign_in(place_, {"Bob"});
    EXPECT_EQ(said(sign_in), "guest Bob");
    ASSERT_TRUE(sign_in.refused(taken));
    EXPECT_EQ(said(sign_in), "token old");
    EXPECT_EQ(kept(), Texts{"Ann old"});
    sign_in.welcomed(welcome("Ann", ""));
    EXPECT_EQ(kept(), Texts{"Ann old"});
    EXPECT_EQ(sign_in.take_name_refusal(), taken.message);
    EXPECT_EQ(sign_in.take_name_refusal(), std::nullopt) << "told once";
}

TEST_F(SignIns, GoBackToWhoTheyWereWhenARenameIsRefused) {
    keep("Ann", "old");
    SignIn sign_in(place_, {});
    sign_in.welcomed(welcome("Ann", ""));
    sign_in.rename("Bob");
    EXPECT_EQ(said(sign_in), "guest Bob");
    ASSERT_TRUE(sign_in.refused(taken));
    EXPECT_EQ(said(sign_in), "token old");
    sign_in.rename("Cid");
    sign_in.welcomed(welcome("Cid", "new"));
    EXPECT_EQ(kept(), (Texts{"Cid new", "Ann old"})) << "nobody is forgotten";
    sign_in.rename("Ann");
    EXPECT_EQ(said(sign_in), "token old");
}

TEST_F(SignIns, ForgetNobodyWhomAServerDoesNotKnow) {
    keep("Ann", "old");
    SignIn sign_in(place_, {});
    ASSERT_TRUE(sign_in.refused(unknown));
    EXPECT_EQ(said(sign_in), "guest Ann");
    sign_in.welcomed(welcome("Ann", "new"));
    EXPECT_EQ(kept(), (Texts{"Ann new", "Ann old"}));
    EXPECT_EQ(sign_in.take_name_refusal(), std::nullopt);
    SignIn again(place_, {"Ann"});
    EXPECT_EQ(said(again), "token new");
    ASSERT_TRUE(again.refused(unknown));
    EXPECT_EQ(said(again), "token old");
}

TEST_F(SignIns, OfScriptsEndWithTheNameThatWasSaid) {
    keep("Ann", "old");
    SignIn::Wish wish{"Bob"};
    wish.strict = true;
    SignIn sign_in(place_, wish);
    EXPECT_FALSE(sign_in.refused(taken));
    // One that is asked for later is a command that fails.
    SignIn later(place_, {});
    later.welcomed(welcome("Ann", ""));
    later.rename("Bob");
    ASSERT_TRUE(later.refused(taken));
    EXPECT_EQ(said(later), "token old");
}

TEST_F(SignIns, DoNotMakeAGuestOfWhatWasGivenByHand) {
    keep("Ann", "old");
    SignIn sign_in(place_, {"", "typed"});
    EXPECT_EQ(said(sign_in), "token typed");
    EXPECT_FALSE(sign_in.refused(unknown));
    EXPECT_EQ(kept(), Texts{"Ann old"});
}

TEST_F(SignIns, TakeAProposedNameOnlyWhereItCanBeUsed) {
    SignIn::Wish wish;
    wish.proposal = "root";
    SignIn sign_in(place_, wish);
    EXPECT_EQ(said(sign_in), "guest root");
    ASSERT_TRUE(sign_in.refused({ErrorCode::name_invalid, "", {}}));
    EXPECT_EQ(said(sign_in), "guest");
    EXPECT_EQ(sign_in.take_name_refusal(), std::nullopt) << "nobody has asked for it";
    EXPECT_FALSE(sign_in.refused({ErrorCode::name_invalid, "", {}}));
}

TEST_F(SignIns, FindWhatAnEarlierVersionKept) {
    keep("Ann", "old");
    IdentityPlace now{place_.folder, "ws://localhost:1/ws", "", {"ws://b:1/ws", "ws://a:1/ws"}};
    SignIn sign_in(now, {});
    EXPECT_EQ(said(sign_in), "token old");
    sign_in.welcomed(welcome("Ann", ""));
    now.spellings.clear();
    EXPECT_EQ(IdentityFile(now).load().at(0).token, "old") << "by the address that is one for all spellings";
}

TEST_F(SignIns, KnowWhoElseUsesTheirIdentity) {
    keep("Ann", "old");
    SignIn first(place_, {});
    first.welcomed(welcome("Ann", ""));
    EXPECT_TRUE(first.alone());
    {
        SignIn second(place_, {});
        second.welcomed(welcome("Ann", ""));
        EXPECT_FALSE(second.alone());
        SignIn other(place_, {"Bob"});
        other.welcomed(welcome("Bob", "new"));
        EXPECT_TRUE(other.alone());
    }
    first.rename("Cid");
    first.welcomed(welcome("Cid", "newer"));
    SignIn third(place_, {"Ann"});
    third.welcomed(welcome("Ann", ""));
    EXPECT_TRUE(third.alone()) << "the first is somebody else by now";
}

TEST_F(SignIns, KeepTheLastTwenty) {
    for (int i = 0; i < 25; ++i) keep("Ann", "token " + std::to_string(i));
    EXPECT_EQ(kept().size(), 20U);
    EXPECT_EQ(kept().front(), "Ann token 24");
}

}  // namespace
}  // namespace pentad::terminal
