#include "engine/player/book_priors.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/util/exponential.h"

namespace anqi {
namespace {

constexpr float kBookShare = 0.75F;
constexpr float kGap = 0.03F;
// Books end long before so few pieces are face down: no key is computed for nothing.
constexpr int kLeastFaceDown = 20;

class BookPriors final : public PriorSource {
  public:
    explicit BookPriors(SharedBook book) : book_(std::move(book)) {}

    void adjust(const Position& position, PriorList& rated) const override {
        if (position.pool().size() < kLeastFaceDown) return;
        try {
            adjust_by(book_->look_up(position), rated);
        } catch (const std::bad_alloc&) {
            // Without the book's help, then.
        }
    }

  private:
    static void adjust_by(BookPage page, PriorList& rated) {
        // Two positions may share a key.
        std::erase_if(page, [&](const BookAction& action) { return !find(rated, action.move); });
        if (!page.empty()) blend(page, rated);
    }

    static PriorMove* find(PriorList& rated, Move move) {
        const auto at = std::find_if(rated.begin(), rated.end(),
                                     [&](const PriorMove& m) { return m.move == move; });
        return at == rated.end() ? nullptr : at;
    }

    // The best action stands first in a page.
    static float weight(const BookPage& page, const BookAction& action) {
        return exponential(static_cast<float>(action.value - page.front().value) / kGap);
    }

    static void blend(const BookPage& page, PriorList& rated) {
        float total = 0;
        for (const BookAction& action : page) total += weight(page, action);
        for (PriorMove& m : rated) m.prior *= 1 - kBookShare;
        for (const BookAction& action : page) {
            find(rated, action.move)->prior += kBookShare * weight(page, action) / total;
        }
    }

    SharedBook book_;
};

}  // namespace

std::shared_ptr<const PriorSource> make_book_priors(SharedBook book) {
    if (!book) return nullptr;
    return std::make_shared<const BookPriors>(std::move(book));
}

}  // namespace anqi
