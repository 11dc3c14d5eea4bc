// SPDX-License-Identifier: GPL-3.0-or-later
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <exception>
#include <iostream>

#include "support/seed.hpp"

namespace {

using leafwise::tests::multiplier;
using leafwise::tests::seed;

/// Says with which seed the tests run, and again wherever one fails: what is random in a test can
/// be repeated from its output alone.
class SeedListener : public doctest::IReporter {
 public:
  explicit SeedListener(const doctest::ContextOptions& options) : out_(*options.cout) {}

  void test_run_start() override {
    out_ << "[leafwise] seed " << seed() << ", multiplier " << multiplier() << '\n';
  }
  void test_case_start(const doctest::TestCaseData& data) override { name_ = data.m_name; }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    if (!stats.testCaseSuccess) {
      out_ << "[leafwise] '" << name_ << "' failed; to repeat it: LEAFWISE_TEST_SEED=" << seed()
           << " LEAFWISE_TEST_MULTIPLIER=" << multiplier() << '\n';
    }
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  std::ostream& out_;
  const char* name_ = "";
};

}  // namespace

DOCTEST_REGISTER_LISTENER("seed", 1, SeedListener);

int main(int argc, char** argv) {
  try {
    // Bad settings end the program here, not somewhere inside a law.
    static_cast<void>(seed());
    static_cast<void>(multiplier());
    doctest::Context context(argc, argv);
    return context.run();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
