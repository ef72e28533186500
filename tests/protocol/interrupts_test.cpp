// A stop ends what was queued before it and nothing else, in whatever order things happen.
#include "protocol/interrupts.h"

#include <doctest/doctest.h>

using namespace anqi;

TEST_CASE("a stop reaches the running command and those before it in the queue") {
    Interrupts interrupts;
    interrupts.begin(1);
    CHECK_FALSE(interrupts.flag().requested());
    interrupts.stop_before(3);
    CHECK(interrupts.flag().requested());
    interrupts.finish();
    interrupts.begin(2);
    CHECK(interrupts.flag().requested());
    interrupts.finish();
    interrupts.begin(3);
    CHECK_FALSE(interrupts.flag().requested());
    interrupts.finish();
    interrupts.begin(4);
    CHECK_FALSE(interrupts.flag().requested());
}

TEST_CASE("other lines end an analysis only, even those that came before it began") {
    Interrupts interrupts;
    interrupts.line_arrived(1);
    interrupts.line_arrived(2);
    interrupts.begin(1);
    CHECK_FALSE(interrupts.flag().requested());
    interrupts.end_with_any_line();
    CHECK(interrupts.flag().requested());
    interrupts.finish();
    interrupts.begin(2);
    interrupts.end_with_any_line();
    CHECK_FALSE(interrupts.flag().requested());
    interrupts.line_arrived(3);
    CHECK(interrupts.flag().requested());
}

TEST_CASE("the end of input ends what has no end of its own, a hang-up everything") {
    Interrupts interrupts;
    interrupts.begin(1);
    interrupts.input_ended();
    CHECK_FALSE(interrupts.flag().requested());
    interrupts.end_with_input();
    CHECK(interrupts.flag().requested());
    interrupts.finish();
    interrupts.begin(2);
    CHECK_FALSE(interrupts.flag().requested());
    interrupts.hang_up();
    CHECK(interrupts.flag().requested());
    interrupts.finish();
    interrupts.begin(3);
    CHECK(interrupts.flag().requested());
}
