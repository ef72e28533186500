#include "tools/demo.h"

#include <cstdio>
#include <fmt/format.h>
#include <string>

#include "engine/core/deal.h"
#include "engine/core/notation.h"
#include "engine/player/player.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

std::string action_line(int ply, Colour side, Event event) {
    const std::string from = to_text(event.move().from());
    if (event.move().is_flip()) {
        const Colour mover = side == Colour::none ? colour_of(event.revealed()) : side;
        return fmt::format("{}. {} flips {}: {}", ply, to_text(mover), from,
                           letter(event.revealed()));
    }
    return fmt::format("{}. {} moves {} to {}", ply, to_text(side), from,
                       to_text(event.move().to()));
}

}  // namespace

void demo(const Settings& settings, const Clock& clock) {
    Player player(settings, clock);
    Random random(settings.seed);
    const Deal deal(player.game().position(), random);
    const StopFlag never;
    fmt::print("{} rules, seed {}\n{}\n", settings.rules.name, settings.seed,
               draw_board(player.game().position()));
    while (!player.game().over()) {
        const Decision decision = player.choose({}, never);
        const Colour side = player.game().position().side();
        if (!decision.move || decision.resigns) {
            player.declare({winner_for(opponent(side)), Reason::resign});
            break;
        }
        const Event event = deal.reveal(*decision.move);
        (void)player.play(event);
        fmt::print("\n{}\n{}\n", action_line(player.game().plies(), side, event),
                   draw_board(player.game().position()));
        std::fflush(stdout);
    }
    fmt::print("\nresult: {} after {} plies\n", to_text(player.game().outcome()),
               player.game().plies());
}

}  // namespace anqi
