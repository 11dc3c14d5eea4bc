// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/csv_rows.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "text/terminal_text.hpp"
#include "write/report_file.hpp"

namespace leafwise::pipeline::detail {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 18U;
/// A row with quotes that do not close could go on to the end of the file.
constexpr std::size_t most_of_record = std::size_t{1} << 24U;

void split(std::string_view line, std::vector<std::string_view>& cells) {
  cells.clear();
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

CsvRows::CsvRows(std::string file)
    : file_(std::move(file)),
      stream_(opened_text(file_, "a table that 'leafwise run' has written")) {}

void CsvRows::refuse(std::string message) const {
  throw InvalidInput(Mistake{std::move(message),
                             "a table as 'leafwise run' writes it; the same run again makes one",
                             std::nullopt,
                             FilePlace{file_, line_, 0, 1, ""}});
}

/// False at the end of the file. What was read before goes.
bool CsvRows::read_more() {
  if (ends_) return false;
  text_.erase(0, std::exchange(at_, 0));
  const std::size_t before = text_.size();
  text_.resize(before + block_size);
  const std::size_t count = std::fread(text_.data() + before, 1, block_size, stream_.get());
  text_.resize(before + count);
  if (std::ferror(stream_.get()) != 0) refuse("the file cannot be read to its end");
  ends_ = count == 0;
  return !ends_;
}

/// Where the line that begins here ends; npos: it does not.
std::size_t CsvRows::end_of_line() {
  std::size_t looked = 0;
  while (true) {
    const std::size_t end = text_.find('\n', at_ + looked);
    if (end != std::string::npos) return end;
    looked = text_.size() - at_;
    if (!read_more()) return std::string::npos;
  }
}

bool CsvRows::next(std::vector<std::string_view>& cells) {
  if (at_ == text_.size() && !read_more()) return false;
  line_ = next_line_++;
  const std::size_t end = end_of_line();
  if (end == std::string::npos) refuse("the last line is not whole");
  const std::string_view line(text_.data() + at_, end - at_);
  if (line.find('"') != std::string_view::npos) {
    have_whole_record();
    read_quoted();
    cells.assign(unquoted_.begin(), unquoted_.end());
    return true;
  }
  at_ = end + 1;
  split(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line, cells);
  return true;
}

double CsvRows::number(std::string_view cell) const {
  double value = 0;
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || stop != cell.data() + cell.size() || cell.empty()) {
    refuse("'" + shortened(safe_text(cell.substr(0, 60)), 40) + "' is not a number");
  }
  return value;
}

/// An end of line within quotes is none of the row.
void CsvRows::have_whole_record() {
  bool is_quoted = false;
  for (std::size_t done = 0; done < most_of_record; ++done) {
    if (at_ + done == text_.size() && !read_more()) return;
    const char character = text_[at_ + done];
    if (character == '"') is_quoted = !is_quoted;
    if (character == '\n' && !is_quoted) return;
  }
}

/// A row with quotes somewhere, to its own end of line.
void CsvRows::read_quoted() {
  unquoted_.clear();
  do {
    unquoted_.emplace_back();
    if (at_ < text_.size() && text_[at_] == '"') {
      read_quoted_cell(unquoted_.back());
    } else {
      const std::size_t end = std::min(text_.find_first_of(",\"\r\n", at_), text_.size());
      unquoted_.back() = text_.substr(at_, end - at_);
      at_ = end;
    }
  } while (takes(','));
  (void)takes('\r');
  if (takes('\n')) return;
  refuse(at_ == text_.size() ? "the last line is not whole"
                             : "a quote or an end of line stands within a cell without quotes");
}

void CsvRows::read_quoted_cell(std::string& cell) {
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') {
      ++at_;
      if (at_ == text_.size() || text_[at_] != '"') return;
    }
    if (text_[at_] == '\n') ++next_line_;
    cell += text_[at_];
  }
  refuse("a quoted cell does not end");
}

bool CsvRows::takes(char wanted) {
  const bool is_there = at_ < text_.size() && text_[at_] == wanted;
  at_ += is_there ? 1 : 0;
  return is_there;
}

}  // namespace leafwise::pipeline::detail
