// anqi-delay: every answer arrives, whole and in order, and late.
#include <chrono>
#include <doctest/doctest.h>
#include <string>

#include "tests/support/process.h"

using namespace anqi::test;

namespace {

std::string delay_path() { return std::string(ANQI_BINARY_DIR) + "/anqi-delay"; }

}  // namespace

TEST_CASE("a delaying pipe holds back answers, but not more of them when they come together" *
          doctest::test_suite("timing")) {
    using Steady = std::chrono::steady_clock;
    Process engine({delay_path(), "100", engine_path()});
    engine.write("0 name\n");
    CHECK(engine.read_line() == "=0 anqi");
    const auto begin = Steady::now();
    engine.write("1 name\n2 name\n3 name\n");
    for (const char* answer : {"=1 anqi", "=2 anqi", "=3 anqi"}) {
        CHECK(engine.read_line() == answer);
        CHECK(Steady::now() - begin >= milliseconds(100));
    }
    CHECK(Steady::now() - begin < milliseconds(290));
    engine.write("quit\n");
    CHECK(engine.read_line() == "=");
    CHECK(engine.wait() == 0);
}

TEST_CASE("a delaying pipe ends with the engine, and says why it does not begin") {
    Process idle({delay_path(), "0", engine_path()});
    idle.close_input();
    CHECK(idle.wait() == 0);
    Process none({delay_path(), "0", "/no/such/engine"});
    CHECK(none.wait() == 126);
    Process bad({delay_path(), "soon", engine_path()});
    CHECK(bad.wait() == 2);
    CHECK(bad.error_text().starts_with("usage: "));
}
