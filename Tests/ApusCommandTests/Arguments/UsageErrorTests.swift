import Testing

@testable import ApusCommand

/// The error of a mistake has a remedy.
@Suite struct UsageErrorTests {
  @Test func `a misspelled option or command has a suggestion or a list of valid words`() {
    let known = ["format", "swift"]
    #expect("\(UsageError.unknownOption("--formt", known: known))".contains("mean --format?"))
    #expect(
      "\(UsageError.unknownOption("--other", known: known))".contains("--format, --swift"))
    #expect("\(UsageError.unknownOption("-x", known: []))".contains("the command has no options"))
    #expect("\(UsageError.unknownCommand("isnpect", known: ["inspect"]))".contains("mean inspect?"))
  }

  @Test func `control characters of an argument are escaped in the error message`() {
    let error = UsageError.unknownOption("--\u{1b}[2J\n", known: [])
    #expect("\(error)".unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test func `the error for a missing or invalid option value shows a valid value`() {
    let missing = UsageError.missingValue(option: "roots", placeholder: "FILE")
    #expect("\(missing)" == "the option --roots needs a value: type --roots FILE")
    let wrong = UsageError.invalidValue("x", option: "time", expected: "a time")
    #expect("\(wrong)" == "\"x\" is not a valid value of --time: type a time")
  }
}
