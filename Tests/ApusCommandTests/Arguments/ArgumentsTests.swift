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

  @Test func `options may precede, separate and follow operands`() throws {
    let arguments = try Self.arguments("a", "--format", "json", "b", "--swift", "--roots=x=y")
    #expect(arguments.operands == ["a", "b"])
    #expect(arguments.words("format") == ["json"] && arguments.words("roots") == ["x=y"])
    #expect(arguments.has("swift") && !arguments.asksForHelp)
  }

  @Test func `after two hyphens every word is an operand, and one hyphen is one`() throws {
    let arguments = try Self.arguments("-", "--", "--swift", "-x", "--")
    #expect(arguments.operands == ["-", "--swift", "-x", "--"])
    #expect(!arguments.has("swift"))
  }

  @Test func `a value may be standard input, but no other option`() throws {
    #expect(try Self.arguments("--roots", "-").all("roots") == ["-"])
    #expect(
      Self.error("--roots", "--swift") == .missingValue(option: "roots", placeholder: "FILE"))
    #expect(Self.error("--roots") == .missingValue(option: "roots", placeholder: "FILE"))
  }

  @Test func `unknown options are rejected`() {
    let known = ["format", "swift", "roots"]
    #expect(Self.error("--formt", "json") == .unknownOption("--formt", known: known))
    #expect(Self.error("-f") == .unknownOption("-f", known: known))
    #expect(Self.error("--swif=1") == .unknownOption("--swif", known: known))
    #expect(Self.error("--swift=1") == .unexpectedValue(option: "swift"))
  }

  @Test func `only some options may be repeated`() throws {
    #expect(Self.error("--swift", "--swift") == .repeatedOption("swift"))
    #expect(try Self.arguments("--roots", "a", "--roots", "b").all("roots") == ["a", "b"])
  }

  @Test func `a choice is one of its words`() throws {
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

  @Test func `operands are counted`() throws {
    #expect(throws: UsageError.missingOperand("FILE")) { try Self.arguments().onlyOperand("FILE") }
    #expect(throws: UsageError.extraOperand("b")) {
      try Self.arguments("a", "b").onlyOperand("FILE")
    }
    #expect(throws: UsageError.missingOperand("FILE…")) {
      try Self.arguments().someOperands("FILE…")
    }
  }
}
