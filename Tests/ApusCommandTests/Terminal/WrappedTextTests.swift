import Testing

@testable import ApusCommand

/// Lines are broken only at spaces, and their rest is below their words.
@Suite struct WrappedTextTests {
  @Test func `a line that fits into the terminal's width is printed unchanged`() {
    #expect(WrappedText.wrapped("one two", columnCount: 7) == "one two")
    #expect(WrappedText.wrapped("", columnCount: 7) == "")
    #expect(WrappedText.wrapped("a\n\nb", columnCount: 20) == "a\n\nb")
  }

  @Test func `a word that exceeds the terminal's width is not split`() {
    #expect(
      WrappedText.wrapped("at https://a.example/b now", columnCount: 10)
        == "at\nhttps://a.example/b\nnow")
  }

  @Test func `wrapped text is indented to its second column`() {
    #expect(
      WrappedText.wrapped("  --a  one two three four", columnCount: 16)
        == "  --a  one two\n       three\n       four")
  }

  @Test func `a table column in the right half of the terminal begins on a line of its own`() {
    #expect(
      WrappedText.wrapped("  --a TEXT|@FILE  one two three", columnCount: 20)
        == "  --a TEXT|@FILE\n      one two three")
    #expect(
      WrappedText.wrapped("  \u{1b}[36m--a\u{1b}[0m  one two three", columnCount: 10)
        == "  \u{1b}[36m--a\u{1b}[0m\n      one\n      two\n      three")
  }

  @Test func `a hanging indent applies to all lines after the first`() {
    #expect(WrappedText.wrapped("aa bb cc", columnCount: 6, hang: 2) == "aa bb\n  cc")
  }
}
