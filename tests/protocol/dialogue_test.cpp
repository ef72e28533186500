// The recorded dialogues of tests/data/protocol, and the examples in PROTOCOL.md, with the real
// program over real pipes.
#include "tests/support/dialogue.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/test_data.h"

using namespace anqi::test;

namespace {

std::vector<std::string> dialogue_files() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(data_path("protocol"))) {
        if (entry.path().extension() == ".txt") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The texts between ```dialogue and ```.
std::vector<std::string> examples(const std::string& text) {
    const std::string head = "```dialogue\n", tail = "```\n";
    std::vector<std::string> found;
    for (auto begin = text.find(head); begin != std::string::npos; begin = text.find(head, begin)) {
        begin += head.size();
        const auto end = text.find(tail, begin);
        found.push_back(text.substr(begin, end - begin));
    }
    return found;
}

}  // namespace

TEST_CASE("recorded dialogues") {
    const auto files = dialogue_files();
    CHECK(files.size() >= 10);
    for (const auto& file : files) {
        CAPTURE(file);
        const TemporaryFolder folder;
        CHECK(hold(parse_dialogue(read_file(file)), folder.path()) == "");
    }
}

TEST_CASE("the examples of PROTOCOL.md") {
    const auto found = examples(read_file(std::string(ANQI_SOURCE_DIR) + "/protocol/PROTOCOL.md"));
    CHECK(found.size() >= 5);
    for (const auto& example : found) {
        CAPTURE(example);
        const TemporaryFolder folder;
        CHECK(hold(parse_dialogue(example), folder.path()) == "");
    }
}

TEST_CASE("the harness itself notices what is wrong") {
    const TemporaryFolder folder;
    const auto faults = [&](const std::string& text) {
        return !hold(parse_dialogue(text), folder.path()).empty();
    };
    CHECK_FALSE(faults("> 1 name\n< =1 anqi\n"));
    CHECK(faults("> 1 name\n< =2 anqi\n"));
    CHECK(faults("> 1 name\n"));
    CHECK(faults("> 1 name\n< =1 anqi\nexit 1\n"));
    CHECK(matches("a*c", "abbc"));
    CHECK(matches("a*", "a"));
    CHECK_FALSE(matches("a*c", "abbd"));
    CHECK_FALSE(matches("a", "ab"));
}
