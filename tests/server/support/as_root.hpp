#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace pentad::server {

/// Runs the current test again in a process that takes itself for root (fakeroot), for what only root can do:
/// giving files away. REQUIRES: this process is not root.
inline void run_as_root() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string command = "fakeroot " + std::filesystem::read_symlink("/proc/self/exe").string() +
                                " --gtest_filter=" + test->test_suite_name() + "." + test->name() + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

}  // namespace pentad::server
