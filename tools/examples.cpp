// anqi-examples: reads packed positions of self-play and writes what a network is trained on: rows,
// targets, and every legal action's rows with its share of the visits. Exit code 0; 1 when a file
// of positions cannot be used; 2 for a bad call.
#include <boost/program_options.hpp>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/symmetry.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/features.h"
#include "engine/eval/move_features.h"
#include "engine/eval/network_source.h"
#include "engine/search/params.h"
#include "engine/search/priors.h"
#include "engine/util/random.h"
#include "tools/program.h"
#include "tools/selfplay/training_file.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

constexpr const char* kName = "anqi-examples";
constexpr std::string_view kUsage =
    "anqi-examples [options] FILE.anqd...\n"
    "Writes training examples to standard output, in batches; the layout stands in\n"
    "tools/train/TRAINING.md.\n";
constexpr int kMost = 1'000'000'000;

po::options_description shown_options() {
    po::options_description all("Options");
    const auto text = [] { return po::value<std::string>(); };
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("batch", text()->default_value("8192"), "positions in a batch; the last one may have fewer")
        ("seed", text()->default_value("1"), "of the order and the mirrorings")
        ("network", text()->default_value("none"), "evaluates and rates instead of the handmade terms: none, or a file")
        ("held-out", "the games that training leaves out, in their own order, unmirrored")
        ("part", text()->default_value("20"), "one game in so many is held out");
    // clang-format on
    return all;
}

struct Order {
    std::uint32_t file;
    std::uint32_t position;
};

struct Plan {
    std::vector<TrainingFile> files;
    std::vector<Order> order;
    SharedNetwork network;  // nullptr = the handmade evaluation
    bool held_out;
    std::size_t batch;
    std::uint64_t seed;
};

// The arrays of one batch, each written whole.
struct Batch {
    std::vector<std::uint16_t> rows;
    std::vector<float> value, static_value, network_value;
    std::vector<std::int8_t> result;
    std::vector<std::uint8_t> men, face_down, actions;
    std::vector<std::uint16_t> from, to, trade;
    std::vector<float> rating;
    std::vector<std::uint8_t> share;
};

template <class T>
void write_array(const std::vector<T>& values) {
    std::fwrite(values.data(), sizeof(T), values.size(), stdout);
}

void write_batch(const Batch& batch) {
    const std::uint32_t sizes[2] = {static_cast<std::uint32_t>(batch.value.size()),
                                    static_cast<std::uint32_t>(batch.share.size())};
    std::fwrite(sizes, sizeof(sizes), 1, stdout);
    write_array(batch.rows);
    write_array(batch.value);
    write_array(batch.static_value);
    write_array(batch.network_value);
    write_array(batch.result);
    write_array(batch.men);
    write_array(batch.face_down);
    write_array(batch.actions);
    write_array(batch.from);
    write_array(batch.to);
    write_array(batch.trade);
    write_array(batch.rating);
    write_array(batch.share);
}

int share_of(const TrainingPosition& training, Move move) {
    for (const MoveShare& m : training.policy) {
        if (m.move == move) return m.share;
    }
    return 0;
}

void mirror(TrainingPosition& training, Symmetry symmetry) {
    training.position = transform(training.position, symmetry);
    for (MoveShare& m : training.policy) m.move = transform(m.move, symmetry);
}

template <class Shape>
class Maker {
  public:
    Maker(const RuleSet& rules, const SharedNetwork& network)
        : quiet_limit_(rules.quiet_limit), evaluator_(rules, params_.eval, network) {}

    void add(const TrainingPosition& training, Batch& batch) {
        const Position& position = training.position;
        const float by_hand = evaluator_.by_hand(position);
        Rows rows;
        read_features(position, quiet_limit_, by_hand, rows);
        batch.rows.insert(batch.rows.end(), rows.begin(), rows.end());
        batch.value.push_back(static_cast<float>(training.value));
        batch.static_value.push_back(by_hand);
        batch.network_value.push_back(evaluator_.value(position));
        batch.result.push_back(static_cast<std::int8_t>(training.result));
        batch.men.push_back(static_cast<std::uint8_t>(std::popcount(position.occupied())));
        batch.face_down.push_back(static_cast<std::uint8_t>(position.pool().size()));
        add_actions(training, batch);
    }

  private:
    void add_actions(const TrainingPosition& training, Batch& batch) {
        PriorList rated;
        rate_moves<Shape>(params_, evaluator_, training.position, 1, rated);
        const MoveReader<Shape> reader(training.position);
        batch.actions.push_back(static_cast<std::uint8_t>(rated.size()));
        for (const PriorMove& m : rated) {
            const MoveRows rows = reader.rows(m.move);
            batch.from.push_back(rows.from);
            batch.to.push_back(rows.to);
            batch.trade.push_back(rows.trade);
            batch.rating.push_back(std::log(std::max(m.prior, 1e-9F)));
            batch.share.push_back(static_cast<std::uint8_t>(share_of(training, m.move)));
        }
    }

    int quiet_limit_;
    SearchParams params_{};
    Evaluator<Shape> evaluator_;
};

RuleSet rules_of(const TrainingHeader& header) {
    RuleSet rules = default_rules();
    rules.shape = static_cast<Shape>(header.shape);
    rules.quiet_limit = static_cast<int>(header.quiet_limit);
    return rules;
}

template <class Shape>
int write_examples(const Plan& plan, const RuleSet& rules) {
    Maker<Shape> maker(rules, plan.network);
    Random random(plan.seed);
    Batch batch;
    for (const Order& o : plan.order) {
        const auto read = unpacked(plan.files[o.file].positions[o.position]);
        if (!read) {
            fmt::print(stderr, "{}: {}\n", kName, read.error());
            return kFailed;
        }
        TrainingPosition training = *read;
        if (!plan.held_out) mirror(training, kSymmetries[random.below(4)]);
        maker.add(training, batch);
        if (batch.value.size() == plan.batch) {
            write_batch(batch);
            batch = {};
        }
        if (std::ferror(stdout)) return kFailed;
    }
    if (!batch.value.empty()) write_batch(batch);
    return std::fflush(stdout) == 0 && !std::ferror(stdout) ? 0 : kFailed;
}

// Positions before the first flip have no side to see them from.
bool usable(const PackedPosition& p) { return (p.side_and_end & 3) != index(Colour::none); }

void put_in_order(Plan& plan, std::uint32_t part) {
    for (std::uint32_t f = 0; f < plan.files.size(); ++f) {
        const auto& positions = plan.files[f].positions;
        for (std::uint32_t i = 0; i < positions.size(); ++i) {
            const bool left_out = positions[i].game % part == 0;
            if (left_out == plan.held_out && usable(positions[i])) plan.order.push_back({f, i});
        }
    }
    if (plan.held_out) return;
    Random random(plan.seed ^ 0x5EED);
    random.shuffle(plan.order);
}

bool same_rules(const TrainingHeader& a, const TrainingHeader& b) {
    return a.shape == b.shape && a.quiet_limit == b.quiet_limit && a.repetition == b.repetition &&
           a.repetition_kind == b.repetition_kind && a.limit_ply == b.limit_ply;
}

SharedNetwork network_called(const std::string& name) {
    const LoadedNetwork loaded = load_network(name);
    if (!loaded.problem.empty()) throw po::error(loaded.problem);
    return loaded.network;
}

int run(int argc, char** argv) {
    po::options_description hidden;
    hidden.add_options()("file", po::value<std::vector<std::string>>());
    po::options_description all;
    all.add(shown_options()).add(hidden);
    po::positional_options_description positions;
    positions.add("file", -1);
    const po::variables_map values = read_arguments(all, positions, argc, argv);
    if (values.count("help")) {
        print_help(kUsage, shown_options());
        return 0;
    }
    Plan plan{.files = {},
              .order = {},
              .network = network_called(values["network"].as<std::string>()),
              .held_out = values.count("held-out") > 0,
              .batch = static_cast<std::size_t>(read_number(values, "batch", 1, kMost)),
              .seed = static_cast<std::uint64_t>(read_number(values, "seed", 0, kMost))};
    for (const std::string& path : read_words(values, "file")) {
        Result<TrainingFile> file = read_training_file(path);
        if (!file) {
            fmt::print(stderr, "{}: {}\n", kName, file.error());
            return kFailed;
        }
        if (!plan.files.empty() && !same_rules(plan.files.front().header, file->header)) {
            fmt::print(stderr, "{}: '{}' is of other rules than the first file\n", kName, path);
            return kFailed;
        }
        plan.files.push_back(std::move(*file));
    }
    if (plan.files.empty()) throw po::error("name a file of packed positions");
    put_in_order(plan, static_cast<std::uint32_t>(read_number(values, "part", 2, kMost)));
    const RuleSet rules = rules_of(plan.files.front().header);
    return with_rules(rules,
                      [&](auto shape) { return write_examples<decltype(shape)>(plan, rules); });
}

}  // namespace
}  // namespace anqi

int main(int argc, char** argv) {
    return anqi::run_program(anqi::kName, [&] { return anqi::run(argc, argv); });
}
