#include "engine/search/quiescence.h"

#include <algorithm>

#include "engine/core/apply.h"
#include "engine/core/history.h"
#include "engine/core/movegen.h"

namespace anqi {
namespace {

struct Capture {
    Move move;
    float gain;
};
using CaptureList = FixedList<Capture, kMaxMoves>;

// Captures of the most valuable victims first.
template <class Shape>
void put_in_order(const MoveList& moves, Evaluator<Shape>& evaluator, const Position& position,
                  CaptureList& captures) {
    const Material& material = evaluator.material(position);
    const auto worth = [&](Square s) { return material.worth_of(position.at(s)); };
    for (Move move : moves) {
        captures.push({move, worth(move.to()) - worth(move.from()) / 16});
    }
    std::sort(captures.begin(), captures.end(), [](const Capture& a, const Capture& b) {
        return a.gain != b.gain ? a.gain > b.gain : a.move < b.move;
    });
}

}  // namespace

template <class Shape>
float quiesce(Evaluator<Shape>& evaluator, const Position& position, float alpha, float beta,
              int plies) {
    const Outcome outcome = board_verdict<Shape>(position);
    if (outcome.over()) return static_cast<float>(score_for(outcome, position.side()));
    float best = evaluator.value(position, alpha, beta);
    if (plies == 0 || best >= beta) return best;
    MoveList moves;
    generate_captures<Shape>(position, moves);
    // Nearly always; making the list below takes longer than all of this.
    if (moves.empty()) return best;
    CaptureList captures;
    put_in_order<Shape>(moves, evaluator, position, captures);
    for (const Capture& capture : captures) {
        Position next = position;
        apply<Shape>(next, Event(capture.move));
        const float value =
            -quiesce<Shape>(evaluator, next, -beta, -std::max(alpha, best), plies - 1);
        best = std::max(best, value);
        if (best >= beta) break;
    }
    return best;
}

template float quiesce<StandardShape>(Evaluator<StandardShape>&, const Position&, float, float,
                                      int);
template float quiesce<ExchangeShape>(Evaluator<ExchangeShape>&, const Position&, float, float,
                                      int);
template float quiesce<XiangqiShape>(Evaluator<XiangqiShape>&, const Position&, float, float, int);

}  // namespace anqi
