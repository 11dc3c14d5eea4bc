// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/checkpoint_file.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "leafwise/core/errors.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/integrator/checkpoint.hpp"
#include "text/output.hpp"
#include "text/packed.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view heading = "leafwise-run-checkpoint/3\n";
constexpr std::size_t digits_of_hash = 64;

[[noreturn]] void refuse(const fs::path& file, std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message),
                             std::move(expected),
                             std::nullopt,
                             FilePlace{file.string(), 0, 0, 1, ""}});
}

fs::path folder_of(const fs::path& file) {
  return fs::absolute(file).lexically_normal().parent_path();
}

void add_place(PackedWriter& writer, const TablePlace& place) {
  writer.add(place.size);
  writer.add(place.end);
}

void take_place(PackedReader& reader, TablePlace& place) {
  reader.take(place.size);
  reader.take(place.end);
  if (place.end.size() > place.size) PackedReader::refuse();
}

CheckpointFile unpacked(std::string_view bytes, const fs::path& file) {
  PackedReader reader(bytes);
  CheckpointFile result;
  result.identity.resize(reader.count(2));
  for (auto& [name, value] : result.identity) {
    reader.take(name);
    reader.take(value);
  }
  std::uint64_t is_local = 0;
  std::string folder;
  std::string steps;
  reader.take(is_local);
  result.warnings.resize(reader.count(1));
  for (std::string& warning : result.warnings) reader.take(warning);
  reader.take(folder);
  take_place(reader, result.tables.places.rows);
  take_place(reader, result.tables.places.events);
  reader.take(steps);
  reader.take(result.run.system);
  reader.take(result.run.recording);
  reader.end();
  result.is_local = is_local != 0;
  result.tables.folder = (folder_of(file) / folder).lexically_normal();
  Outcome<integrator::Checkpoint<double>> parsed = integrator::parse_checkpoint<double>(steps);
  if (!parsed) refuse(file, parsed.reason(), "a checkpoint of this version");
  result.run.steps = std::move(parsed).value();
  return result;
}

}  // namespace

void write_checkpoint(const fs::path& file, const CheckpointFile& checkpoint) {
  PackedWriter writer;
  writer.add(std::uint64_t{checkpoint.identity.size()});
  for (const auto& [name, value] : checkpoint.identity) {
    writer.add(name);
    writer.add(value);
  }
  writer.add(std::uint64_t{checkpoint.is_local ? 1U : 0U});
  writer.add(std::uint64_t{checkpoint.warnings.size()});
  for (const std::string& warning : checkpoint.warnings) writer.add(warning);
  const fs::path folder = fs::absolute(checkpoint.tables.folder).lexically_normal();
  writer.add(folder.lexically_proximate(folder_of(file)).string());
  add_place(writer, checkpoint.tables.places.rows);
  add_place(writer, checkpoint.tables.places.events);
  writer.add(integrator::to_text(checkpoint.run.steps));
  writer.add(checkpoint.run.system);
  writer.add(checkpoint.run.recording);
  const std::string& bytes = writer.bytes();
  write_file(file, std::string(heading) + sha256(bytes) + "\n" + bytes);
}

CheckpointFile read_checkpoint(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(file, "there is no checkpoint here", "a file that --checkpoint has written");
  std::ostringstream content;
  content << stream.rdbuf();
  const std::string text = content.str();
  if (!text.starts_with(heading)) {
    refuse(file, "this is not a checkpoint of a run", "a file that --checkpoint has written");
  }
  std::string_view rest = text;
  rest.remove_prefix(heading.size());
  const bool is_whole = rest.size() > digits_of_hash && rest[digits_of_hash] == '\n';
  const std::string_view bytes = is_whole ? rest.substr(digits_of_hash + 1) : std::string_view();
  if (!is_whole || sha256(bytes) != rest.substr(0, digits_of_hash)) {
    refuse(file, "the checkpoint is damaged", "the file as --checkpoint has written it");
  }
  return unpacked(bytes, file);
}

void demand_same(const fs::path& file, const RunIdentity& kept, const RunIdentity& wanted) {
  for (const auto& [name, value] : wanted) {
    const auto found = std::find_if(
        kept.begin(), kept.end(), [&](const auto& entry) { return entry.first == name; });
    const std::string before = found == kept.end() ? std::string() : found->second;
    if (found != kept.end() && before == value) continue;
    refuse(file,
           "the checkpoint is of another run: its " + name + " is '" + before + "', not '" + value +
               "'",
           "the problem file and the options of the run that was interrupted");
  }
}

}  // namespace leafwise::pipeline::detail
