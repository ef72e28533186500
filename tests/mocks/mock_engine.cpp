// A program that speaks MGTP, or with --gtp GTP 2, and misbehaves in one way on demand, for tests
// of everything that hosts engines. It turns up face-down squares in order of their names, and when
// none is left it resigns, or with --mode play moves on. Uses nothing of the engine.
//
// anqi-mock-engine [--mode NAME] [--at N] [--delay MS] [--bytes N] [--gtp]
//
// --at N counts the genmoves of a game (since the start or reset_board), from 1; the modes that
// misbehave at a genmove do so at that one only. No process lives longer than ten minutes.
#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr unsigned kLongestLife = 600;  // seconds
constexpr std::size_t kLongLine = 10'000'000;
constexpr std::string_view kRanking = "KGMRNCP";
constexpr int kFiles = 4;
constexpr int kRanks = 8;
constexpr int kSquares = kFiles * kRanks;

struct Mode {
    std::string_view name;
    std::string_view does;
};

constexpr std::array kModes = {
    Mode{"well", "nothing wrong"},
    Mode{"play", "nothing wrong, and it moves when nothing is face down"},
    Mode{"resign", "resigns at genmove N"},
    Mode{"win-first", "resigns at once when it sits in the second seat"},
    Mode{"chatter", "writes a line before each answer that is none"},
    Mode{"slow-start", "the first answer takes --delay (2000) ms"},
    Mode{"hang-start", "answers nothing at all"},
    Mode{"exit-start", "ends at once with exit code 0"},
    Mode{"crash", "segmentation fault at genmove N"},
    Mode{"abort", "aborts at genmove N"},
    Mode{"exit", "ends with exit code 3 at genmove N"},
    Mode{"hang", "no answer to genmove N, not even to SIGTERM or the end of input"},
    Mode{"late", "answers genmove N after --delay (1000) ms"},
    Mode{"garbage", "answers genmove N with no action"},
    Mode{"empty", "answers genmove N with nothing behind the id"},
    Mode{"illegal", "answers genmove N with squares that do not exist"},
    Mode{"illegal-move", "answers genmove N with a well-formed action that is not legal"},
    Mode{"wrong-id", "answers genmove N under another id"},
    Mode{"refuse", "answers genmove N with a failure"},
    Mode{"two-answers", "answers genmove N twice"},
    Mode{"long-line", "writes a line of 10 MB before it answers genmove N"},
    Mode{"glued-line", "writes 10 MB without a newline before it answers genmove N"},
    Mode{"flood-stdout", "writes lines without end at genmove N"},
    Mode{"stderr-flood", "writes --bytes (200000000) to stderr before it answers genmove N"},
    Mode{"ignore-quit", "answers quit and stays; ignores the end of input, too"},
    Mode{"spaced-name", "its name is two words"},
    Mode{"by-number", "chooses commands by their ids"},
    Mode{"bare", "knows only what the platform really sends"},
    Mode{"careless", "refuses nothing and claims to know every command"},
    Mode{"answer-blanks", "answers blank lines and comments"},
    Mode{"cut-lines", "takes each 1,023 bytes of a line for a line"},
    Mode{"cr-lf", "ends its lines with CR LF"},
    Mode{"fragile", "aborts at bytes that are no printable ASCII, and at empty lines"},
    Mode{"child", "leaves a child that holds the pipes"},
    Mode{"orphan", "as child, and ends with exit code 3 at genmove N"},
};

struct Options {
    std::string mode = "well";
    long at = 5;
    long delay = -1;  // ms
    long bytes = 200'000'000;
    bool gtp = false;

    bool is(std::string_view name) const { return mode == name; }
};

// The board as far as this program needs it; square = file * 8 + rank.
class Board {
  public:
    void reset() { squares_.assign(kSquares, 'X'); }
    char& at(int square) { return squares_[static_cast<std::size_t>(square)]; }
    char at(int square) const { return squares_[static_cast<std::size_t>(square)]; }

    std::optional<int> first_face_down() const {
        const std::size_t found = squares_.find('X');
        if (found == std::string::npos) return std::nullopt;
        return static_cast<int>(found);
    }
    // One text line a rank, rank 8 first.
    std::string draw() const {
        std::string text;
        for (int rank = kRanks - 1; rank >= 0; --rank) {
            for (int file = 0; file < kFiles; ++file) text += at(file * kRanks + rank);
            if (rank > 0) text += '\n';
        }
        return text;
    }
    // Whether a piece could go from here to there if it were the turn of its side; what captures
    // what is not looked at.
    bool possible(int from, int to) const {
        const char piece = at(from);
        if (piece == 'X' || piece == '-' || at(to) == 'X') return false;
        if (at(to) != '-' && is_red(at(to)) == is_red(piece)) return false;
        const std::vector<int> near = neighbours(from);
        const bool cannon = rank_of(piece) == kRanking.find('C') && at(to) != '-';
        return cannon || std::find(near.begin(), near.end(), to) != near.end();
    }
    // A capture, or else a step, taking turns among the pieces so that games move on.
    std::optional<std::array<int, 2>> find_move(bool red, long turn) const {
        std::optional<std::array<int, 2>> step;
        for (int i = 0; i < kSquares; ++i) {
            const int from = static_cast<int>((i + turn * 7) % kSquares);
            for (const int to : neighbours(from)) {
                if (!may_go(red, from, to)) continue;
                if (at(to) != '-') return std::array{from, to};
                if (!step) step = std::array{from, to};
            }
        }
        return step;
    }

  private:
    static std::vector<int> neighbours(int square) {
        const int file = square / kRanks;
        const int rank = square % kRanks;
        std::vector<int> all;
        if (rank + 1 < kRanks) all.push_back(square + 1);
        if (file + 1 < kFiles) all.push_back(square + kRanks);
        if (rank > 0) all.push_back(square - 1);
        if (file > 0) all.push_back(square - kRanks);
        return all;
    }
    static bool is_red(char piece) { return std::isupper(static_cast<unsigned char>(piece)) != 0; }
    static std::size_t rank_of(char piece) {
        return kRanking.find(static_cast<char>(std::toupper(static_cast<unsigned char>(piece))));
    }
    static bool takes(char attacker, char victim) {
        const std::size_t a = rank_of(attacker);
        const std::size_t v = rank_of(victim);
        const std::size_t soldier = kRanking.size() - 1;
        if (a == soldier - 1) return false;  // a cannon must jump, and this program does not
        if (a == soldier && v == 0) return true;
        return a <= v && !(a == 0 && v == soldier);
    }
    bool may_go(bool red, int from, int to) const {
        const char piece = at(from);
        const char target = at(to);
        if (piece == 'X' || piece == '-' || is_red(piece) != red || target == 'X') return false;
        return target == '-' || (is_red(target) != red && takes(piece, target));
    }

    std::string squares_ = std::string(kSquares, 'X');
};

std::string name_of(int square) {
    return {static_cast<char>('a' + square / kRanks), static_cast<char>('1' + square % kRanks)};
}

std::optional<int> read_square(std::string_view word) {
    if (word.size() != 2 || word[0] < 'a' || word[0] > 'd' || word[1] < '1' || word[1] > '8') {
        return std::nullopt;
    }
    return (word[0] - 'a') * kRanks + (word[1] - '1');
}

void sleep_for(long ms) {
    timespec rest{ms / 1000, (ms % 1000) * 1'000'000};
    while (::nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
}

[[noreturn]] void stay() {
    for (;;) ::pause();
}

// Ends the program when nobody reads.
void put(int stream, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(stream, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) ::_exit(0);
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void put_many(int stream, std::size_t bytes) {
    std::string block(65'536, 'x');
    block.back() = '\n';
    for (std::size_t left = bytes; left > 0;) {
        const std::size_t size = std::min(left, block.size());
        put(stream, std::string_view(block).substr(block.size() - size));
        left -= size;
    }
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    constexpr std::string_view blanks = " \t";
    for (std::size_t i; (i = line.find_first_not_of(blanks)) != std::string_view::npos;) {
        line.remove_prefix(i);
        words.push_back(line.substr(0, line.find_first_of(blanks)));
        line.remove_prefix(words.back().size());
    }
    return words;
}

bool is_number(std::string_view word) {
    if (!word.empty() && word[0] == '-') word.remove_prefix(1);
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class Engine {
  public:
    explicit Engine(const Options& options) : options_(options) {}

    void handle(std::string_view line);

  private:
    struct Text {
        char sign = '=';
        std::string words;
    };
    using Words = std::vector<std::string_view>;

    bool known(std::string_view name) const;
    Text run(std::string_view name, const Words& arguments);
    Text flip(const Words& arguments);
    Text move(const Words& arguments);
    Text genmove(const Words& arguments);
    std::string choose(const Words& arguments) const;
    Text misbehave(Text answer);
    void answer(const Text& text);

    const Options& options_;
    Board board_;
    std::string id_;
    long asked_ = 0;       // genmoves of this game
    long plies_ = 0;       // of this game
    bool second_ = false;  // the other side began
    bool first_answer_ = true;
};

constexpr std::array<std::string_view, 20> kCommands = {
    "protocol_version",  "name",          "version",
    "known_command",     "list_commands", "quit",
    "boardsize",         "reset_board",   "num_repetition",
    "num_moves_to_draw", "move",          "flip",
    "genmove",           "game_over",     "ready",
    "time_settings",     "time_setting",  "time_left",
    "showboard",         "help"};

// What a host on the platform can do without.
constexpr std::array<std::string_view, 7> kDispensable = {
    "protocol_version", "list_commands", "num_repetition", "num_moves_to_draw",
    "time_settings",    "showboard",     "game_over"};

template <class Names>
bool holds(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// The platform's command of this number; kCommands begins with them in order.
std::string_view numbered(const std::string& id) {
    constexpr long most = 15;
    const long number = std::atol(id.c_str());
    return number < 0 || number > most ? "none" : kCommands[static_cast<std::size_t>(number)];
}

void Engine::handle(std::string_view line) {
    Words words = words_of(line.substr(0, line.find('#')));
    id_.clear();
    if (!words.empty() && is_number(words[0])) {
        id_ = words[0];
        words.erase(words.begin());
        if (words.empty()) return answer({'?', "no command"});
    }
    if (words.empty() && options_.is("answer-blanks")) return answer({'?', "no command"});
    if (words.empty() || options_.is("hang-start")) return;
    const bool by_number = options_.is("by-number") && !id_.empty();
    const std::string_view name = by_number ? numbered(id_) : words[0];
    words.erase(words.begin());
    Text text = run(name, words);
    if (options_.is("careless")) text.sign = '=';
    answer(text);
    if (name != "quit") return;
    if (options_.is("ignore-quit")) stay();
    ::_exit(0);
}

bool Engine::known(std::string_view name) const {
    if (options_.is("careless")) return true;
    return holds(kCommands, name) && !(options_.is("bare") && holds(kDispensable, name));
}

Engine::Text Engine::run(std::string_view name, const Words& arguments) {
    if (!known(name)) return {'?', "unknown command"};
    if (name == "name")
        return {'=', (options_.is("spaced-name") ? "mock " : "mock-") + options_.mode};
    if (name == "version" || name == "protocol_version") return {'=', "1"};
    if (name == "showboard") return {'=', board_.draw()};
    if (name == "genmove") return genmove(arguments);
    if (name == "flip") return flip(arguments);
    if (name == "move") return move(arguments);
    if (name == "known_command") {
        return {'=', !arguments.empty() && known(arguments[0]) ? "true" : "false"};
    }
    if (name == "list_commands") {
        Text all;
        for (const std::string_view command : kCommands) all.words += std::string(command) + '\n';
        all.words.pop_back();
        return all;
    }
    if (name == "reset_board") {
        board_.reset();
        asked_ = plies_ = 0;
        second_ = false;
    }
    return {};
}

Engine::Text Engine::flip(const Words& arguments) {
    const auto square = arguments.size() == 2 ? read_square(arguments[0]) : std::nullopt;
    if (!square || board_.at(*square) != 'X') return {'?', "no flip"};
    const std::string_view piece = arguments[1];
    if (piece.size() != 1 || std::string_view("KGMRNCPkgmrncp").find(piece) == piece.npos) {
        return {'?', "no piece"};
    }
    board_.at(*square) = piece[0];
    if (plies_++ == 0) second_ = asked_ == 0;
    return {};
}

Engine::Text Engine::move(const Words& arguments) {
    if (arguments.size() != 2) return {'?', "no move"};
    const auto from = read_square(arguments[0]);
    const auto to = read_square(arguments[1]);
    if (!from || !to || from == to || plies_ == 0) return {'?', "no move"};
    if (!board_.possible(*from, *to)) return {'?', "no piece can do that"};
    board_.at(*to) = board_.at(*from);
    board_.at(*from) = '-';
    ++plies_;
    return {};
}

Engine::Text Engine::genmove(const Words& arguments) {
    ++asked_;
    Text answer{'=', choose(arguments)};
    return asked_ == options_.at ? misbehave(std::move(answer)) : answer;
}

std::string Engine::choose(const Words& arguments) const {
    if (options_.is("win-first") && second_) return "a0 a0";
    if (const auto square = board_.first_face_down()) {
        return name_of(*square) + ' ' + name_of(*square);
    }
    if (options_.is("play") && !arguments.empty()) {
        if (const auto move = board_.find_move(arguments[0] == "red", plies_)) {
            return name_of((*move)[0]) + ' ' + name_of((*move)[1]);
        }
    }
    return "a0 a0";
}

[[noreturn]] void die_of(int signal) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    ::_exit(70);
}

[[noreturn]] void hang() {
    std::signal(SIGTERM, SIG_IGN);
    stay();
}

Engine::Text Engine::misbehave(Text answer) {
    if (options_.is("crash")) die_of(SIGSEGV);
    if (options_.is("abort")) die_of(SIGABRT);
    if (options_.is("exit") || options_.is("orphan")) ::_exit(3);
    if (options_.is("hang")) hang();
    if (options_.is("late")) sleep_for(options_.delay < 0 ? 1000 : options_.delay);
    if (options_.is("resign")) return {'=', "a0 a0"};
    if (options_.is("garbage")) return {'=', "%s (null) xyzzy"};
    if (options_.is("empty")) return {};
    if (options_.is("illegal")) return {'=', "e9 e9"};
    if (options_.is("illegal-move")) return {'=', "a1 d8"};
    if (options_.is("refuse")) return {'?', "no idea"};
    if (options_.is("wrong-id")) id_ = "4711";
    if (options_.is("two-answers")) this->answer(answer);
    if (options_.is("long-line")) put(STDOUT_FILENO, std::string(kLongLine, 'x') + '\n');
    if (options_.is("glued-line")) put(STDOUT_FILENO, std::string(kLongLine, 'x'));
    while (options_.is("flood-stdout")) put_many(STDOUT_FILENO, 1 << 20);
    if (options_.is("stderr-flood")) {
        put_many(STDERR_FILENO, static_cast<std::size_t>(options_.bytes));
    }
    return answer;
}

void Engine::answer(const Text& text) {
    if (first_answer_ && options_.is("slow-start")) {
        sleep_for(options_.delay < 0 ? 2000 : options_.delay);
    }
    first_answer_ = false;
    std::string bytes = options_.is("chatter") ? "info depth 1\n" : "";
    bytes += text.sign + id_;
    if (!text.words.empty()) bytes += ' ' + text.words;
    if (options_.is("cr-lf")) bytes += '\r';
    bytes += options_.gtp ? "\n\n" : "\n";
    put(STDOUT_FILENO, bytes);
}

// Bytes to lines, and these to the engine. NUL, CR and the like are dropped.
class Input {
  public:
    Input(Engine& engine, const Options& options) : engine_(engine), options_(options) {}

    void take(char c) {
        const auto byte = static_cast<unsigned char>(c);
        const bool odd = (byte < 0x20 && c != '\n') || byte >= 0x7F;
        if (options_.is("fragile") && (odd || (c == '\n' && line_.empty()))) std::abort();
        const bool cut = options_.is("cut-lines") && line_.size() == 1023;
        if (c == '\n' || cut) finish();
        if (!odd || c == '\t' || byte > 0x7F) {
            if (c != '\n') line_ += c;
        }
    }
    void finish() {
        engine_.handle(line_);
        line_.clear();
    }
    bool empty() const { return line_.empty(); }

  private:
    Engine& engine_;
    const Options& options_;
    std::string line_;
};

void serve(Engine& engine, const Options& options) {
    Input input(engine, options);
    std::array<char, 65'536> bytes;
    for (ssize_t n; (n = ::read(STDIN_FILENO, bytes.data(), bytes.size())) != 0;) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        for (ssize_t i = 0; i < n; ++i) input.take(bytes[static_cast<std::size_t>(i)]);
    }
    if (!input.empty()) input.finish();
}

// A second process on the same pipes, which outlives this one.
void leave_child() {
    if (::fork() != 0) return;
    ::alarm(kLongestLife);
    stay();
}

[[noreturn]] void explain() {
    std::fputs("anqi-mock-engine [--mode NAME] [--at N] [--delay MS] [--bytes N] [--gtp]\n",
               stderr);
    for (const Mode& mode : kModes) {
        std::fprintf(stderr, "  %-14s%s\n", mode.name.data(), mode.does.data());
    }
    std::exit(2);
}

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--gtp") {
            options.gtp = true;
            continue;
        }
        if (++i == argc) explain();
        if (option == "--mode")
            options.mode = argv[i];
        else if (option == "--at")
            options.at = std::atol(argv[i]);
        else if (option == "--delay")
            options.delay = std::atol(argv[i]);
        else if (option == "--bytes")
            options.bytes = std::atol(argv[i]);
        else
            explain();
    }
    const auto named = [&](const Mode& mode) { return options.is(mode.name); };
    if (std::none_of(kModes.begin(), kModes.end(), named)) explain();
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    const Options options = read_options(argc, argv);
    ::alarm(kLongestLife);
    std::signal(SIGPIPE, SIG_IGN);
    if (options.is("exit-start")) return 0;
    if (options.is("child") || options.is("orphan")) leave_child();
    Engine engine(options);
    serve(engine, options);
    if (options.is("hang-start") || options.is("ignore-quit")) stay();
    return 0;
}
