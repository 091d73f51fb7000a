extension PEM {
  /// What is wrong with PEM; `ASN1Error.pem` adds the line and the offset.
  public enum Problem: Equatable, Sendable {
    /// A line that starts like one that begins or ends a section, and goes on otherwise.
    case malformedBoundary
    /// A section that begins and does not end before the next one or the end of the text.
    case unterminated
    /// A line that ends a section of another label than the one that began at a line.
    case mismatchedEnd(begunAtLine: Int)
    /// A line that ends a section where none has begun.
    case unexpectedEnd
    /// Headers with no empty line behind them.
    case malformedHeaders
    /// The content is encrypted as old tools did it, with the key in the hash of a password.
    case encrypted
    /// An empty line between base64.
    case blankLine
    /// A byte that is not base64.
    case invalidCharacter(UInt8)
    /// Base64 that ends early, is padded wrongly, or carries bits that must be zero.
    case malformedEnding
    /// More sections than allowed.
    case tooManySections(limit: Int)
    /// A section of more bytes than allowed.
    case sectionTooLong(limit: Int)
  }
}

extension PEM.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedBoundary: "a line that neither begins nor ends a section"
    case .unterminated: "the section that begins here does not end"
    case .mismatchedEnd(let line): "the section that began at line \(line) has another label"
    case .unexpectedEnd: "no section has begun that could end"
    case .malformedHeaders: "no empty line stands behind the headers"
    case .encrypted: "the section is encrypted in a way that is not supported"
    case .blankLine: "an empty line stands between base64"
    case .invalidCharacter(let byte): "0x\(Hex.encode(byte)) is not base64"
    case .malformedEnding: "the base64 ends wrongly"
    case .tooManySections(let limit): "more than \(limit) sections"
    case .sectionTooLong(let limit): "a section of more than \(limit) bytes"
    }
  }
}
