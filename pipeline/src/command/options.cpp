// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/options.hpp"

#include "leafwise/core/suggestion.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

std::string unknown_option(const po::unknown_option& error,
                           const po::options_description& visible) {
  std::vector<std::string> names;
  for (const auto& option : visible.options()) names.push_back("--" + option->long_name());
  const std::string written = error.get_option_name();
  const std::string near = nearest_word(written, names);
  std::string message = "unknown option '" + written + "'";
  if (!near.empty()) message += "; did you mean '" + near + "'?";
  return message;
}

}  // namespace

po::variables_map parse_options(const std::string& command,
                                const std::vector<std::string>& arguments,
                                const po::options_description& visible,
                                const std::string& file_words,
                                Files count) {
  po::options_description hidden;
  hidden.add_options()("file", po::value<std::vector<std::string>>());
  po::options_description all;
  all.add(visible).add(hidden);
  po::positional_options_description positional;
  positional.add("file", -1);
  po::variables_map values;
  try {
    using Style = po::command_line_style::style_t;
    const int style = Style::unix_style ^ Style::allow_guessing;
    po::store(
        po::command_line_parser(arguments).options(all).positional(positional).style(style).run(),
        values);
    po::notify(values);
  } catch (const po::unknown_option& error) {
    throw BadUsage(unknown_option(error, visible));
  } catch (const po::error& error) {
    throw BadUsage(error.what());
  }
  if (values.count("help") > 0) return values;
  const std::size_t files =
      values.count("file") == 0 ? 0 : values["file"].as<std::vector<std::string>>().size();
  if (files == 0) throw BadUsage("'" + command + "' needs a " + file_words);
  if (files > 1 && count == Files::one) throw BadUsage("'" + command + "' takes one " + file_words);
  return values;
}

}  // namespace leafwise::pipeline::detail
