extension PEM {
  /// A scanner that finds the sections of a PEM text. The text is a parameter of each call.
  ///
  ///     textualmsg = preeb *WSP eol
  ///                  *eolWSP
  ///                  base64text
  ///                  posteb *WSP [eol]
  ///
  ///     preeb      = "-----BEGIN " label "-----"
  ///     posteb     = "-----END " label "-----"
  ///     eol        = CRLF / LF
  ///
  /// RFC 7468 section 3, and the headers of RFC 1421 section 4.4 after `preeb`. The scanner reads
  /// each line once, or twice if the line begins a section before the previous section has ended.
  ///
  /// After an error, the scanner has skipped the unreadable part, and `next` continues after that
  /// part.
  public struct Scanner: Equatable, Sendable {
    private let sectionLimit: Int
    private let byteLimit: Int
    private var sectionCount = 0
    private var lines = Lines(from: 0, line: 1)

    /// Creates a scanner at the first byte of a PEM text.
    public init(
      sectionLimit: Int = PEM.sectionLimit, sectionByteLimit: Int = PEM.sectionByteLimit
    ) {
      self.sectionLimit = sectionLimit
      self.byteLimit = sectionByteLimit
    }

    /// Returns the next PEM section, or `nil` if the text has no further section.
    public mutating func next(in text: Span<UInt8>) throws(ASN1Error) -> Section? {
      while let line = lines.next(in: text) {
        switch try Boundary(line, in: text) {
        case nil: continue
        case .end: throw line.error(.unexpectedEnd)
        case .begin(let label): return try section(label, begunBy: line, in: text)
        }
      }
      return nil
    }

    private mutating func section(
      _ label: Label, begunBy first: Line, in text: Span<UInt8>
    ) throws(ASN1Error) -> Section {
      sectionCount += 1
      guard sectionCount <= sectionLimit else {
        lines = Lines(from: text.count, line: first.number)
        throw first.error(.tooManySections(limit: sectionLimit))
      }
      let headers = try headers(begunBy: first, in: text)
      let body = lines
      var before = lines
      while let line = lines.next(in: text) {
        guard line.range.upperBound - first.range.lowerBound <= byteLimit else {
          throw first.error(.sectionTooLong(limit: byteLimit))
        }
        switch try Boundary(line, in: text) {
        case nil: before = lines
        case .begin:
          lines = before
          throw first.error(.unterminated)
        case .end(let other):
          guard other == label else {
            throw line.error(.mismatchedEnd(begunAtLine: first.number))
          }
          return Section(
            label: label, line: first.number, headers: headers,
            range: first.range.lowerBound..<line.range.upperBound,
            body: body, bodyEnd: line.range.lowerBound)
        }
      }
      throw first.error(.unterminated)
    }

    /// Skips the headers of a PEM section and the empty lines before the base64.
    ///
    /// An empty line ends the headers.
    private mutating func headers(
      begunBy first: Line, in text: Span<UInt8>
    ) throws(ASN1Error) -> Section.Headers {
      var headers = Section.Headers.none
      var ahead = lines
      while let line = ahead.next(in: text) {
        let isBlank = line.trimmed(in: text).isEmpty
        if isBlank, headers != .none {
          lines = ahead
          return headers
        }
        if line.isHeader(in: text) {
          if headers != .encrypted { headers = line.isEncryption(in: text) ? .encrypted : .plain }
        } else if headers != .none {
          // A header can continue on further lines, which begin with white space.
          guard line.isIndented(in: text) else { throw line.error(.malformedHeaders) }
        } else if !isBlank {
          return .none
        }
        lines = ahead
      }
      return headers
    }
  }
}
