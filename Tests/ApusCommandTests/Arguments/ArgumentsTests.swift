import Testing

@testable import ApusCommand

/// Words sorted into options and operands; unknown options are rejected.
@Suite struct ArgumentsTests {
  private static let options = [
    Option("format", takes: "text|json", ""), Option("swift", ""),
    Option("roots", takes: "FILE", isRepeatable: true, ""),
  ]

  private static func arguments(_ words: Word...) throws(UsageError) -> Arguments {
    try Arguments(words, options)
  }

  private static func error(_ words: Word...) -> UsageError? {
    do throws(UsageError) {
      _ = try Arguments(words, options)
      return nil
    } catch {
      return error
    }
  }

  @Test func `options may precede, separate and follow the operands of a command`() throws {
    let arguments = try Self.arguments("a", "--format", "json", "b", "--swift", "--roots=x=y")
    #expect(arguments.operands == ["a", "b"])
    #expect(arguments.words("format") == ["json"] && arguments.words("roots") == ["x=y"])
    #expect(arguments.has("swift") && !arguments.asksForHelp)
  }

  @Test func `words after two hyphens are operands, and a single hyphen is an operand`() throws {
    let arguments = try Self.arguments("-", "--", "--swift", "-x", "--")
    #expect(arguments.operands == ["-", "--swift", "-x", "--"])
    #expect(!arguments.has("swift"))
  }

  @Test func `an option accepts a hyphen but not another option as its value`() throws {
    #expect(try Self.arguments("--roots", "-").all("roots") == ["-"])
    #expect(
      Self.error("--roots", "--swift") == .missingValue(option: "roots", placeholder: "FILE"))
    #expect(Self.error("--roots") == .missingValue(option: "roots", placeholder: "FILE"))
  }

  @Test func `unknown options of a command are rejected`() {
    let known = ["format", "swift", "roots"]
    #expect(Self.error("--formt", "json") == .unknownOption("--formt", known: known))
    #expect(Self.error("-f") == .unknownOption("-f", known: known))
    #expect(Self.error("--swif=1") == .unknownOption("--swif", known: known))
    #expect(Self.error("--swift=1") == .unexpectedValue(option: "swift"))
  }

  @Test func `repeating an option that allows only one value is a usage error`() throws {
    #expect(Self.error("--swift", "--swift") == .repeatedOption("swift"))
    #expect(try Self.arguments("--roots", "a", "--roots", "b").all("roots") == ["a", "b"])
  }

  @Test func `an option with fixed choices rejects any other value`() throws {
    let chosen: OutputFormat = try Self.arguments("--format=json").choice("format", default: .text)
    #expect(chosen == .json)
    #expect(try Self.arguments().choice("format", default: OutputFormat.text) == .text)
    #expect(
      throws: UsageError.invalidValue("xml", option: "format", expected: "text or json")
    ) {
      let arguments = try Self.arguments("--format", "xml")
      _ = try arguments.choice("format", default: OutputFormat.text)
    }
  }

  @Test func `missing and extra operands of a command are rejected`() throws {
    #expect(throws: UsageError.missingOperand("FILE")) { try Self.arguments().onlyOperand("FILE") }
    #expect(throws: UsageError.extraOperand("b")) {
      try Self.arguments("a", "b").onlyOperand("FILE")
    }
    #expect(throws: UsageError.missingOperand("FILE…")) {
      try Self.arguments().someOperands("FILE…")
    }
  }
}
