import Testing

@testable import ApusCommand

/// A mistake is answered with what to type.
@Suite struct UsageErrorTests {
  @Test func `a slip is answered with what was meant, anything else with all there is`() {
    let known = ["format", "swift"]
    #expect("\(UsageError.unknownOption("--formt", known: known))".contains("mean --format?"))
    #expect(
      "\(UsageError.unknownOption("--other", known: known))".contains("--format, --swift"))
    #expect("\(UsageError.unknownOption("-x", known: []))".contains("takes none"))
    #expect("\(UsageError.unknownCommand("isnpect", known: ["inspect"]))".contains("mean inspect?"))
  }

  @Test func `a word cannot steer the terminal that it is shown on`() {
    let error = UsageError.unknownOption("--\u{1b}[2J\n", known: [])
    #expect("\(error)".unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test func `a value that is missing or wrong is answered with one that is right`() {
    let missing = UsageError.missingValue(option: "roots", placeholder: "FILE")
    #expect("\(missing)" == "--roots needs a value: type --roots FILE")
    let wrong = UsageError.invalidValue("x", option: "time", expected: "a time")
    #expect("\(wrong)" == "--time cannot be \"x\": type a time")
  }
}
