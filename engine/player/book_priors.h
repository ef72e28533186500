// An opening book as prior knowledge for the positions below a search's root.
#pragma once

#include <memory>

#include "book/book.h"
#include "engine/search/prior_source.h"

namespace anqi {

// Three quarters of the visits that priors promise go to the book's actions, each by
// e^(-gap / 0.03), where the gap is what it is worse than the best: the builder's own measure.
// `book` may be nullptr; then so is the result.
std::shared_ptr<const PriorSource> make_book_priors(SharedBook book);

}  // namespace anqi
