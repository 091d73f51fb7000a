/// Text from outside is handled as bytes: operations on characters join and split them by Unicode's
/// rules, and a peer can exploit that.
struct UnicodeText: Rule {
  private let members: Set = [
    "isNumber", "isWholeNumber", "wholeNumberValue", "isWhitespace", "isLetter",
    "isHexDigit", "hexDigitValue", "isNewline", "isPunctuation", "isUppercase", "isLowercase",
    "hasPrefix", "hasSuffix", "uppercased",
  ]

  func breaches(in house: House) -> [Breach] {
    house.libraryFiles.flatMap { file in
      file.tokens.indices.compactMap { index in
        let token = file.tokens[index]
        let isMember =
          token.isOne(of: members) && index > 0 && file.tokens[index - 1].is(".")
        guard isMember || token.is("Character") || lowersText(index, in: file.tokens) else {
          return nil
        }
        return Breach(file, token.line, "\(token.value) works on characters")
      }
    }
  }

  /// Our own `ASCII.lowercased(byte)` has an argument; String's method has none.
  private func lowersText(_ index: Int, in tokens: [Token]) -> Bool {
    tokens[index].is("lowercased") && index + 2 < tokens.count && tokens[index + 1].is("(")
      && tokens[index + 2].is(")")
  }
}
