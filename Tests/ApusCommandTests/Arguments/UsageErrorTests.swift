import Testing

@testable import ApusCommand

/// The error of a mistake has a remedy.
@Suite struct UsageErrorTests {
  @Test func `a mistake has a suggestion, and any other word the list of commands`() {
    let known = ["format", "swift"]
    #expect("\(UsageError.unknownOption("--formt", known: known))".contains("mean --format?"))
    #expect(
      "\(UsageError.unknownOption("--other", known: known))".contains("--format, --swift"))
    #expect("\(UsageError.unknownOption("-x", known: []))".contains("has none"))
    #expect("\(UsageError.unknownCommand("isnpect", known: ["inspect"]))".contains("mean inspect?"))
  }

  @Test func `a word cannot control the terminal that shows it`() {
    let error = UsageError.unknownOption("--\u{1b}[2J\n", known: [])
    #expect("\(error)".unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test func `the error of a missing or wrong value has a right one`() {
    let missing = UsageError.missingValue(option: "roots", placeholder: "FILE")
    #expect("\(missing)" == "--roots needs a value: type --roots FILE")
    let wrong = UsageError.invalidValue("x", option: "time", expected: "a time")
    #expect("\(wrong)" == "\"x\" is not a valid value of --time: type a time")
  }
}
