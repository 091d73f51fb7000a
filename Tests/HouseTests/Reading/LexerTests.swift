import Testing

struct LexerTests {
  @Test(arguments: [
    ("let a = b!", ["let", "a", "=", "b", "!"]),
    (#"f("a // b", 1) // c"#, ["f", "(", "a // b", ",", "1", ")"]),
    ("a /* b /* c */ d */ e", ["a", "e"]),
    (#"x = "a\"b\\" + y"#, ["x", "=", #"a\"b\\"#, "+", "y"]),
    (##"#"a"b\"# + "c""##, [#"a"b\"#, "+", "c"]),
    (##"#""""# + """##, ["\"\"", "+", ""]),
    (
      #""n: \(f("x", (1))!) end" z"#,
      ["n: ", "f", "(", "x", ",", "(", "1", ")", ")", "!", " end", "z"]
    ),
    (##"#"\(a) \#(b)"# c"##, [#"\(a) "#, "b", "", "c"]),
    ("\"\"\"\n  a \"b\" c\n  \"\"\" d", ["\n  a \"b\" c\n  ", "d"]),
    ("func `a \"b\" // c!`() {}", ["func", "`a \"b\" // c!`", "(", ")", "{", "}"]),
    ("#if canImport(X)", ["#if", "canImport", "(", "X", ")"]),
    ("\"open", []),
    ("\"\\", []),
    ("/* open", []),
  ])
  func `the Swift lexer removes comments and keeps string literals complete`(
    code: String, tokens: [String]
  ) {
    #expect(Lexer(Array(code.utf8)).tokens.map(\.value) == tokens)
  }

  @Test func `the Swift lexer does not treat the text of a string literal as code`() {
    let tokens = Lexer(Array(#"unsafe("unsafe")"#.utf8)).tokens
    #expect(tokens.map { $0.is("unsafe") } == [true, false, false, false])
  }

  @Test func `the Swift lexer counts lines in comments and string literals`() {
    let lexer = Lexer(Array("a // 1\n/* 2\n3 */ b\n\"\"\"\n5\n\"\"\" c\n/// d".utf8))
    #expect(lexer.tokens.map(\.line) == [1, 3, 4, 6])
    #expect(lexer.comments.map(\.line) == [1, 2, 3, 7])
    #expect(lexer.comments.map(\.isDocumentation) == [false, false, false, true])
  }

  @Test func `the Swift lexer marks tokens that follow without a space`() {
    let tokens = Lexer(Array("a! !b /* c */!d".utf8)).tokens
    #expect(tokens.map(\.isAttached) == [true, true, false, true, true, true])
  }
}
