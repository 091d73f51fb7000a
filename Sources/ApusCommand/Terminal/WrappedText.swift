/// Text that is wrapped to the width of a terminal. Lines break only at spaces, so words and URLs
/// stay whole.
enum WrappedText {
  /// Returns a text with wrapped lines. A continuation line is indented to the text column of its
  /// line, plus `hang` columns.
  static func wrapped(_ text: String, columnCount: Int, hang: Int = 0) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { wrapped(line: $0, columnCount, hang) }.joined(separator: "\n")
  }

  private static func wrapped(line: Substring, _ columnCount: Int, _ hang: Int) -> String {
    let scalars = visible(line)
    guard scalars.count > columnCount else { return String(line) }
    if let (left, right) = halves(of: line, columnCount) {
      // The continuation lines of the second column are not indented further.
      return wrapped(line: left[...], columnCount, hang) + "\n"
        + wrapped(line: right[...], columnCount, hang - 4)
    }
    let indent = rest(of: scalars, columnCount) + hang
    var text = ""
    var column = 0
    for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let width = visible(word).count
      // Spaces before the first word of a line count as empty words.
      if index > 0, column > indent, column + 1 + width > columnCount {
        text += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else if index > 0 {
        text += " "
        column += 1
      }
      text += word
      column += width
    }
    return text
  }

  /// Returns the two columns of a table line as separate lines if the second column begins in the
  /// right half of the terminal, and `nil` for all other lines.
  private static func halves(of line: Substring, _ columnCount: Int) -> (String, String)? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let start = words.prefix { $0.utf8.isEmpty }.count
    guard start > 0, let gap = words[start...].firstIndex(where: { $0.utf8.isEmpty }),
      let second = words[gap...].firstIndex(where: { !$0.utf8.isEmpty }),
      visible(words[..<second].joined(separator: " ")[...]).count + 1 > columnCount / 2
    else { return nil }
    let indent = String(repeating: " ", count: start + 4)
    return (words[..<gap].joined(separator: " "), indent + words[second...].joined(separator: " "))
  }

  /// Returns the characters that occupy a column, without the escape sequences for colours.
  private static func visible(_ text: Substring) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1b}" { isEscape = true }
      if !isEscape { scalars.append(scalar) }
      if scalar == "m" { isEscape = false }
    }
    return scalars
  }

  /// Returns the indentation of continuation lines, which is the second column of a table line or
  /// the start of another line.
  private static func rest(of line: [Unicode.Scalar], _ columnCount: Int) -> Int {
    let start = line.prefix { $0 == " " }.count
    guard start > 0 else { return 0 }
    var column = start
    var spaceCount = 0
    for scalar in line.dropFirst(start) {
      if spaceCount > 1, scalar != " " { break }
      spaceCount = scalar == " " ? spaceCount + 1 : 0
      column += 1
      // A text in a very narrow column is not wrapped.
      if column > columnCount / 2 { return start + 4 }
    }
    return column
  }
}
