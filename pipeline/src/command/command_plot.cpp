// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <boost/program_options.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "command/common_options.hpp"
#include "command/documentation.hpp"
#include "command/options.hpp"
#include "plot/pictures.hpp"
#include "text/output.hpp"
#include "text/terminal_text.hpp"
#include "write/report_file.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

using Figure = drawing::Figure;

struct Kind {
  std::string name;
  Figure (*figure)(const Runs&, const PlotRequest&);  ///< null: the tree
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {{"series", &series_figure},
                                        {"phase", &phase_figure},
                                        {"poincare", &poincare_figure},
                                        {"energy", &energy_figure},
                                        {"steps", &steps_figure},
                                        {"defects", &defects_figure},
                                        {"tree", nullptr}};
  return all;
}

po::options_description plot_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()  //
      ("kind",
       text("KIND"),
       "series (default), phase, poincare, energy, steps, defects or tree")     //
      ("x", text("NAME"), "horizontal: a column, or an expression in columns")  //
      ("y", text("LIST"), "vertical: y, or x1',x1^2 + y1^2")                    //
      ("section",
       text("EVENT"),
       "for poincare: the name of an event, or an expression like \"x = 0\"")        //
      ("direction", text("WAY"), "for poincare: rising, falling or both (default)")  //
      ("equal", "for phase and poincare: the same scale on both axes")               //
      ("title", text("TEXT"), "instead of the problem's title")                      //
      ("width", text("PIXELS"), "of the picture (default 800)")                      //
      ("height", text("PIXELS"), "of the picture (default 500 or 600)")              //
      ("output,o", text("FILE"), "where it goes; - is standard output")              //
      ("quiet,q", "print errors only")                                               //
      ("help,h", "show this help");
  return options;
}

std::string plot_help() {
  std::ostringstream text;
  text << "Usage: leafwise plot RUN [RUN...] [options]\n\n"
          "Draws the results of a run as SVG. RUN is its folder, or the problem file if the\n"
          "run is in leafwise-out/<file name>. Several runs are drawn in one picture.\n"
          "The picture goes to RUN/<kind>.svg.\n\n"
       << plot_options()
       << "\nThe kinds are explained in docs/plot.md.\n"
          "\nExample:\n  leafwise plot examples/pendulum.toml --kind phase --x x --y \"x'\"\n"
          "after leafwise run examples/pendulum.toml.\n";
  return text.str();
}

std::optional<std::string> text_of(const po::variables_map& options, const char* name) {
  if (options.count(name) == 0) return std::nullopt;
  return options[name].as<std::string>();
}

std::optional<double> length_of(const po::variables_map& options, const char* name) {
  const std::optional<std::string> text = text_of(options, name);
  if (!text) return std::nullopt;
  constexpr double least = 100;
  constexpr double most = 20'000;
  const std::string what = "--" + std::string(name) + " needs a number of pixels from 100 to 20000";
  const auto number = number_of<double>(*text, what);
  if (!(number >= least && number <= most)) throw BadUsage(what + ", not '" + *text + "'");
  return number;
}

/// An option that would do nothing is a misunderstanding.
void refuse_strangers(const po::variables_map& options, const std::string& kind) {
  struct Owner {
    const char* option;
    std::vector<std::string> kinds;
  };
  static const std::vector<Owner> owners = {
      {"section", {"poincare"}},
      {"direction", {"poincare"}},
      {"equal", {"phase", "poincare"}},
      {"x", {"series", "phase", "poincare", "energy", "steps", "defects"}},
      {"y", {"series", "phase", "poincare", "energy"}},
  };
  for (const Owner& owner : owners) {
    const bool fits = std::find(owner.kinds.begin(), owner.kinds.end(), kind) != owner.kinds.end();
    if (options.count(owner.option) > 0 && !fits) {
      throw BadUsage("--" + std::string(owner.option) + " does not apply to --kind " + kind);
    }
  }
}

PlotRequest request_of(const po::variables_map& options) {
  PlotRequest request;
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.name);
  request.kind = names[one_of(options, "kind", names)];
  refuse_strangers(options, request.kind);
  request.x = text_of(options, "x");
  request.y = text_of(options, "y");
  request.section = text_of(options, "section");
  const std::vector<std::string> directions = {"both", "rising", "falling"};
  const std::size_t direction = one_of(options, "direction", directions);
  if (direction > 0) request.direction = directions[direction];
  request.equal = options.count("equal") > 0;
  request.title = text_of(options, "title");
  request.width = length_of(options, "width");
  request.height = length_of(options, "height");
  return request;
}

/// These distinguish runs of the same name in different folders.
void name_by_folders(Runs& runs) {
  for (const RunFolder& run : runs) {
    const auto same = std::count_if(
        runs.begin(), runs.end(), [&](const RunFolder& other) { return other.name == run.name; });
    if (same == 1) continue;
    for (RunFolder& other : runs) other.name = other.path.string();
    return;
  }
}

struct Picture {
  std::string svg;
  fs::path folder;  ///< where it goes if nothing else is said
};

Picture tree_picture(const std::vector<std::string>& arguments, const PlotRequest& request) {
  if (arguments.size() > 1) throw BadUsage("--kind tree takes one run");
  const fs::path file(arguments.front());
  std::error_code ignored;
  if (file.extension() == ".json" && fs::is_regular_file(file, ignored)) {
    const DecompositionReport report =
        read_decomposition(file.string(), whole_report(file.string()));
    return {tree_svg(report, "", request), file.parent_path()};
  }
  const fs::path folder = find_run(arguments.front());
  const DecompositionReport report = read_run_decomposition(folder);
  const bool was_run = fs::is_regular_file(folder / "summary.json", ignored);
  return {tree_svg(report, was_run ? read_summary(folder).branch : "", request), folder};
}

Picture picture_of(const std::vector<std::string>& arguments, const PlotRequest& request) {
  const auto kind = std::find_if(
      kinds().begin(), kinds().end(), [&](const Kind& k) { return k.name == request.kind; });
  if (kind->figure == nullptr) return tree_picture(arguments, request);
  Runs runs;
  for (const std::string& argument : arguments) runs.push_back(read_run(find_run(argument)));
  name_by_folders(runs);
  return {drawing::svg_of(kind->figure(runs, request)), runs.front().path};
}

}  // namespace

ExitCode run_plot(const std::vector<std::string>& arguments) {
  const po::variables_map options =
      parse_options("plot", arguments, plot_options(), "run", Files::several);
  if (options.count("help") > 0) {
    write_help(plot_help());
    return ExitCode::done;
  }
  const PlotRequest request = request_of(options);
  const std::optional<std::string> output = text_of(options, "output");
  if (output && output->empty()) throw BadUsage("--output needs a file");
  const Picture picture = picture_of(options["file"].as<std::vector<std::string>>(), request);
  if (output == "-") {
    write_result(picture.svg);
    return ExitCode::done;
  }
  const fs::path file = output ? fs::path(*output) : picture.folder / (request.kind + ".svg");
  write_file(file, picture.svg);
  if (options.count("quiet") == 0) write_result(safe_text(file.string()) + "\n");
  return ExitCode::done;
}

}  // namespace leafwise::pipeline::detail
