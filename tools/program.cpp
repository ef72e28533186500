#include "tools/program.h"

#include <sstream>

namespace anqi {

namespace po = boost::program_options;

po::variables_map read_arguments(const po::options_description& options,
                                 const po::positional_options_description& positions, int argc,
                                 const char* const* argv) {
    const auto style =
        po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::command_line_parser parser(argc, argv);
    po::variables_map values;
    po::store(parser.options(options).positional(positions).style(style).run(), values);
    return values;
}

void print_help(std::string_view usage, const po::options_description& options) {
    std::ostringstream text;
    text << options;
    fmt::print("{}{}", usage, text.str());
}

}  // namespace anqi
