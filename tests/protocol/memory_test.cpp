// The memory limit, in short; tools/memory-check has the long version.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>

#include "tests/support/engine_helpers.h"
#include "tests/support/process.h"

using namespace anqi::test;

TEST_CASE("resident memory stays within 10 % of the limit while the tree is recycled") {
    for (const char* player : {"mcts", "alphabeta"}) {
        CAPTURE(player);
        Process engine(thinking_engine({"--memory", "8", "--multipv", "1"}));
        engine.write("name\n");
        CHECK(engine.read_line() == "= anqi");
        const long base = engine.peak_memory();
        engine.write(
            fmt::format("set player {}\ngo visits {}\n", player, by_build(200'000, 20'000)));
        CHECK(engine.read_line() == "=");
        CHECK(engine.read_line(milliseconds(60'000)));
        // MiB in whole numbers; sanitizers have their own bookkeeping.
        CHECK(engine.peak_memory() - base <= by_build(9, 100));
    }
}

#ifdef NDEBUG  // sanitizers want terabytes of address space
TEST_CASE("the default runs in a gigabyte of address space; more memory is refused") {
    Process engine({"/bin/bash", "-c",
                    fmt::format("ulimit -v 1048576; exec '{}' --threads 2", engine_path())});
    engine.write("set memory 4096\n");
    CHECK(engine.read_line() == "? the system does not grant that much memory");
    engine.write("get memory\n");
    CHECK(engine.read_line() == "= 512");
    engine.write("go movetime 300\n");
    CHECK(engine.read_line().value_or("").starts_with("= "));
}
#endif
