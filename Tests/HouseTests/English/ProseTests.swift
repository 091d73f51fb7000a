import Testing

struct ProseTests {
  @Test func `the style checker joins comment lines to paragraphs and omits code`() {
    let source = #"""
      // Licensed under a license.

      /// Reads a list
      /// of `numbers` and "names".
      ///
      ///     code that is not prose
      ///
      /// - The first item
      ///   of two.
      /// - Parameters:
      ///   - name: What does not count.
      ///     Nor does this.
      /// - Returns: The *value* of it.
      func read() {}  // A *remark* at the end.

      /* A block
         of lines. */
      // ```
      // fenced
      // ```
      // The end.
      let text = "// no comment"
      """#
    let expected = [
      "Reads a list of  and .", "The first item of two.", "A  at the end.",
      "A block of lines.", "The end.",
    ]
    #expect(Self.prose(source, "Tests/A/B.swift") == expected)
  }

  @Test func `the style checker reads test names and omits strings of tests`() {
    let source = #"func `a name is read`() { f("the text of a test is data") }"#
    #expect(Self.prose(source, "Tests/A/B.swift") == ["a name is read"])
  }

  @Test func `the style checker reads sentences in string literals of the sources`() {
    let source = #"""
      f("the server \(name) is not known here", "GET", "content-type")
      g("usage of a tool\nthe file \"what is it\" was read")
      let help = """
          prints the certificates of a server
          -v
        """
      """#
    let expected = [
      " is not known here", "usage of a tool", "the file  was read",
      "    prints the certificates of a server",
    ]
    #expect(Self.prose(source, "Sources/A/B.swift") == expected)
  }

  @Test func `the style checker reads comments of C sources`() {
    let source = #"""
      /*
       * Reads a
       * number.
       */
      char a = '"'; // a quote
      const char *b = "/* no comment */";
      /* One line. */
      int c;
      // The last.
      """#
    let expected = ["Reads a number.", "a quote", "One line.", "The last."]
    #expect(Self.prose(source, "Sources/C/b.c") == expected)
  }

  @Test func `the style checker reads headings, lists and tables of a page`() {
    let page = """
      # What it is
      A text with a [link](Page.md) and <doc:Symbol>,
      **bold** and ``Code``; see https://example.com/what for more.

      1. One
      - Two

      ```swift
      let code = 1
      ```

      | instead of | write |
      |---|---|
      | what it is | the kind |

      | name | use |
      |---|---|
      | left | right |
      """
    let expected = [
      "What it is", "A text with a [link](Page.md) and , bold and ; see  for more.", "One", "Two",
      "write", "the kind", "name", "use", "left", "right",
    ]
    #expect(Self.prose(page, "README.md").filter { !$0.utf8.contains(0x2d) } == expected)
  }

  @Test(arguments: [
    ("a \"b\" c", "a  c"), ("a “b” c", "a  c"), ("5\" and more", "5\" and more"),
    ("a ` b", "a ` b"),
    ("*a*, **b** and 2 * 3", ", b and 2 * 3"), ("``a`b", "b"), ("<doc:a", "<doc:a"),
  ])
  func `the style checker omits quotations that have a closing quotation mark`(
    text: String, rest: String
  ) {
    let removed = Quotations.removed(from: Array(text.utf8))
    #expect(String(decoding: removed, as: UTF8.self) == rest)
  }

  private static func prose(_ text: String, _ path: String) -> [String] {
    Prose(SourceFile(path: path, bytes: Array(text.utf8))).paragraphs
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
