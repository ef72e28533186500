#include "engine/search/stoppers.h"

namespace anqi {

bool Stopper::due(std::int64_t visits) {
    if (visits == 0) return false;
    if (stop_.requested()) return true;
    if (limits_.visits > 0 && visits >= limits_.visits) return true;
    if (!limits_.time.limited() || visits % kVisitsPerLook != 0) return false;
    return elapsed() >= limits_.time.target * 1000;
}

}  // namespace anqi
