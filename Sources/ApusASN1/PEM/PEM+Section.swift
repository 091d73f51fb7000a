extension PEM {
  /// One section of a text: what it calls itself, where it stands, and its content on request.
  public struct Section: Equatable, Sendable {
    /// The headers that some old sections have in front of their base64.
    ///
    /// RFC 7468 section 2 has none; RFC 1421 section 4.6 has them.
    public enum Headers: Sendable, Equatable {
      /// None, as it should be.
      case none
      /// Some, which change nothing.
      case plain
      /// Some, one of which says that the content is encrypted.
      case encrypted
    }

    /// What the section says that it holds.
    public let label: Label
    /// The line that begins it, counted from one.
    public let line: Int
    /// What headers it has.
    public let headers: Headers
    /// The whole section, from the line that begins it to the line that ends it.
    public let range: Range<Int>
    let body: Lines
    let bodyEnd: Int

    /// Returns the content, decoded from the text in which the section was found.
    public func bytes(in text: Span<UInt8>) throws(ASN1Error) -> [UInt8] {
      var base64: [UInt8] = []
      base64.reserveCapacity(bodyEnd - body.position)
      try readLines(of: text) { base64.append($0) }
      do throws(DecodeError) {
        return try Base64.decode(base64.span)
      } catch {
        throw located(error, in: text)
      }
    }

    /// Returns the content as a secret, with no copy left behind but the text itself.
    ///
    /// Nothing is looked up and no branch is taken by what the base64 says, only by where its
    /// lines end.
    public func secret(in text: Span<UInt8>) throws(ASN1Error) -> SecretBytes {
      var base64 = SecretBytes(zeros: bodyEnd - body.position)
      var count = 0
      try base64.withMutableBytes { (base64) throws(ASN1Error) in
        try readLines(of: text) { line in
          for index in line.indices { base64[count + index] = line[index] }
          count += line.count
        }
      }
      do throws(DecodeError) {
        return try base64.withBytes { (base64) throws(DecodeError) in
          let base64 = base64.extracting(0..<count)
          return try SecretBytes(count: try Base64.decodedCount(base64)) {
            (bytes) throws(DecodeError) in
            try Base64.decode(base64, into: &bytes)
          }
        }
      } catch {
        throw located(error, in: text)
      }
    }

    /// Lends the base64 of each line, without what ends the line.
    ///
    ///     base64text = *base64line base64finl
    ///     base64line = 1*base64char *WSP eol
    ///
    /// RFC 7468 section 3. Each line may be as long as it likes.
    private func readLines(
      of text: Span<UInt8>, _ body: (Span<UInt8>) -> Void
    ) throws(ASN1Error) {
      guard headers != .encrypted else { throw .pem(.encrypted, line: line, at: range.lowerBound) }
      var lines = self.body
      while lines.position < bodyEnd, let line = lines.next(in: text) {
        let base64 = text.extracting(line.trimmed(in: text))
        guard !base64.isEmpty else { throw line.error(.blankLine) }
        body(base64)
      }
    }

    /// Turns an offset in the base64 into line and offset of the text.
    private func located(_ error: DecodeError, in text: Span<UInt8>) -> ASN1Error {
      var offset = error.offset
      var lines = body
      while lines.position < bodyEnd, let line = lines.next(in: text) {
        let trimmed = line.trimmed(in: text)
        if offset < trimmed.count || lines.position >= bodyEnd {
          return .pem(
            PEM.Problem(error), line: line.number, at: trimmed.lowerBound + offset)
        }
        offset -= trimmed.count
      }
      return .pem(PEM.Problem(error), line: line, at: range.lowerBound)
    }
  }
}

extension PEM.Problem {
  fileprivate init(_ error: DecodeError) {
    if case .invalidCharacter(_, let byte) = error {
      self = .invalidCharacter(byte)
    } else {
      self = .malformedEnding
    }
  }
}
