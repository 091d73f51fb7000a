/// A search for the `>` that ends a document type declaration, outside the internal subset,
/// literals, comments and processing instructions.
///
/// XML 1.0 section 2.8.
struct XMLDocumentTypeFrame {
  private enum State {
    case outside
    case subset
    /// The search position is after `<`, `<!` or `<!-` in the internal subset.
    case opened, marked, dashed
    case declaration
    case literal(UInt8, inDeclaration: Bool)
    /// The search position is in a comment. The associated value is the number of preceding
    /// hyphens, from zero to two.
    case comment(hyphens: Int)
    case instruction(isEnding: Bool)
    case ended
  }

  private var state = State.outside

  /// Returns the position after the document type declaration, or `nil` if the declaration is
  /// incomplete.
  mutating func end(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      state = next(bytes[at])
      at &+= 1
      if case .ended = state {
        state = .outside
        return at
      }
    }
    return nil
  }

  private func next(_ byte: UInt8) -> State {
    switch state {
    case .outside:
      switch byte {
      case 0x3e: .ended
      case 0x5b: .subset
      case 0x22, 0x27: .literal(byte, inDeclaration: false)
      default: .outside
      }
    case .subset:
      switch byte {
      case 0x5d: .outside
      case 0x3c: .opened
      default: .subset
      }
    case .opened:
      switch byte {
      case 0x21: .marked
      case 0x3f: .instruction(isEnding: false)
      default: inDeclaration(byte)
      }
    case .marked: byte == 0x2d ? .dashed : inDeclaration(byte)
    case .dashed: byte == 0x2d ? .comment(hyphens: 0) : inDeclaration(byte)
    case .declaration: inDeclaration(byte)
    case .literal(let quote, let inDeclaration):
      byte != quote ? state : inDeclaration ? .declaration : .outside
    case .comment(let hyphens):
      switch byte {
      case 0x2d: .comment(hyphens: min(hyphens + 1, 2))
      case 0x3e where hyphens == 2: .subset
      default: .comment(hyphens: 0)
      }
    case .instruction(let isEnding):
      isEnding && byte == 0x3e ? .subset : .instruction(isEnding: byte == 0x3f)
    case .ended: .ended
    }
  }

  private func inDeclaration(_ byte: UInt8) -> State {
    switch byte {
    case 0x3e: .subset
    case 0x22, 0x27: .literal(byte, inDeclaration: true)
    default: .declaration
    }
  }
}
