#include "book/merge.h"

#include <cstdint>
#include <numeric>

namespace anqi {
namespace {

std::uint64_t visits_of(const BookPage& page) {
    return std::accumulate(
        page.begin(), page.end(), std::uint64_t{0},
        [](std::uint64_t sum, const BookAction& action) { return sum + action.visits; });
}

}  // namespace

BookContent merge_books(const std::vector<BookContent>& books) {
    BookContent merged = books.front();
    for (const BookContent& book : books) {
        for (const auto& [key, page] : book.pages) {
            BookPage& known = merged.pages[key];
            if (known.empty() || visits_of(page) > visits_of(known)) known = page;
        }
    }
    merged.origin.wanted = static_cast<std::uint32_t>(merged.pages.size());
    return merged;
}

}  // namespace anqi
