// The corpora of the fuzz targets as ordinary tests: what once was found stays found.
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/fuzz/checks/checks.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

// How many files were replayed.
int replay_corpus(std::string_view name, std::string (*check)(std::string_view)) {
    int files = 0;
    const auto folder = test::data_path("../fuzz/corpus/" + std::string(name));
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string file = entry.path().filename().string();
        CAPTURE(file);
        CHECK(check(test::read_file(entry.path().string())) == "");
        ++files;
    }
    return files;
}

TEST_CASE("the corpus of position texts holds no surprise") {
    CHECK(replay_corpus("position_text", fuzz::check_position_text) >= 10);
}

TEST_CASE("the corpus of game records holds no surprise") {
    CHECK(replay_corpus("game_record", fuzz::check_game_record) >= 10);
}

TEST_CASE("the corpus of protocol streams holds no surprise") {
    CHECK(replay_corpus("protocol", fuzz::check_protocol) >= 10);
}

TEST_CASE("the fuzz checks notice a bad message") {
    CHECK(fuzz::fault_of_message("'x' is not a square") == "");
    CHECK(fuzz::fault_of_message("") != "");
    CHECK(fuzz::fault_of_message("two\nlines") != "");
    CHECK(fuzz::fault_of_message("\xC3\xA4") != "");
    CHECK(fuzz::fault_of_message(std::string(1000, 'x')) != "");
}

}  // namespace
}  // namespace anqi
