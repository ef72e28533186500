// The options, declared once: this table feeds `options`, `get`, `set`, `help`, the command line,
// the configuration file and the list in PROTOCOL.md.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/util/result.h"
#include "protocol/configuration.h"

namespace anqi {

struct Option {
    std::string name;
    std::string type;   // bool, int, real, enum, text
    std::string range;  // "0 to 100000", "mgtp or gtp", ...
    std::string help;   // one line
    // The present value as text that `set` takes back.
    std::function<std::string(const Configuration&)> get;
    // Errors name the value and the range; then nothing has changed.
    std::function<Status(Configuration&, std::string_view)> set;

    std::string default_value() const { return get(Configuration{}); }
};

// In the order of the documentation. `rules` resets the four numbers after it to the preset's.
const std::vector<Option>& options();

// A dash in a name stands for an underscore.
Result<const Option*> find_option(std::string_view name);

// Sets one option by name.
Status set_option(Configuration& configuration, std::string_view name, std::string_view value);

// "NAME TYPE RANGE default VALUE: HELP".
std::string describe(const Option& option);

}  // namespace anqi
