extension PEM {
  /// One section of a PEM text, with its label and its range. The section decodes its content on
  /// request.
  public struct Section: Equatable, Sendable {
    /// The kind of headers that some old PEM sections have before their base64.
    ///
    /// RFC 7468 section 2 does not allow headers. RFC 1421 section 4.6 defines them.
    public enum Headers: Sendable, Equatable {
      /// The PEM section has no headers, as RFC 7468 requires.
      case none
      /// The PEM section has headers that do not change the content.
      case plain
      /// The PEM section has headers that mark the content as encrypted.
      case encrypted
    }

    /// The label of the PEM section, which names the type of the content.
    public let label: Label
    /// The number of the PEM section's first line, counted from one.
    public let line: Int
    /// The kind of headers in the PEM section.
    public let headers: Headers
    /// The range of the complete PEM section, from its first line to its last line.
    public let range: Range<Int>
    let body: Lines
    let bodyEnd: Int

    /// Returns the content of the section, decoded from the text that contains the section.
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

    /// Returns the content of the PEM section as a secret. No copy of the content remains except
    /// the PEM text itself.
    ///
    /// The base64 decoder runs in constant time: the content does not affect branches or table
    /// lookups. Only the line endings affect branches.
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

    /// Calls a closure with the base64 of each line in the PEM section, without the line ending.
    ///
    ///     base64text = *base64line base64finl
    ///     base64line = 1*base64char *WSP eol
    ///
    /// RFC 7468 section 3. The lines of base64 can have any length.
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

    /// Converts an offset in the base64 to a line number and an offset in the PEM text.
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
