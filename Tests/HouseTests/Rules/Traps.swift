/// No code on a path that a peer feeds can end the process: no forced unwrapping, no forced cast or
/// try, and no call that never returns.
struct Traps: Rule {
  private let calls: Set = ["fatalError", "preconditionFailure", "abort"]

  func breaches(in house: House) -> [Breach] {
    house.libraryFiles.flatMap { file in
      file.tokens.indices.compactMap { index in
        let token = file.tokens[index]
        if token.isOne(of: calls) {
          return Breach(file, token.line, "\(token.value) ends the process")
        }
        guard token.is("!"), token.isAttached, index > 0,
          follows(file.tokens[index - 1]), !isComparison(index, in: file.tokens)
        else { return nil }
        return Breach(file, token.line, "\(file.tokens[index - 1].value)! ends the process")
      }
    }
  }

  /// Returns whether an exclamation mark after the token belongs to it.
  private func follows(_ token: Token) -> Bool {
    token.kind != .symbol || token.isOne(of: [")", "]", "}", "?", ">"])
  }

  private func isComparison(_ index: Int, in tokens: [Token]) -> Bool {
    index + 1 < tokens.count && tokens[index + 1].is("=") && tokens[index + 1].isAttached
  }
}
