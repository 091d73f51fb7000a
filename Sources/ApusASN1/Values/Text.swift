extension ASN1 {
  /// A character string that was checked by the rules of its type, and is not copied yet.
  ///
  /// The text is still untrusted: several types allow control characters, NUL and bidirectional
  /// marks, and the caller must handle them.
  public struct Text: Equatable, Sendable {
    /// The string type.
    public let kind: Kind
    /// The content, as a range of the span it was read from.
    public let bytes: Range<Int>

    /// The character string types of PKIX.
    ///
    /// RFC 5280 section 4.1.2.4, X.680 section 41.
    public enum Kind: Sendable, CaseIterable {
      /// Digits and the space.
      case numeric
      /// Letters, digits, the space and `' ( ) + , - . / : = ?`.
      case printable
      /// ASCII with control characters.
      case ia5
      /// ASCII without control characters.
      case visible
      /// UTF-8.
      case utf8
      /// Two bytes for each character of Unicode's first plane; no surrogates.
      case bmp
      /// Four bytes for each character of Unicode.
      case universal
      /// Read as ISO 8859-1, so that every byte is a character.
      ///
      /// T.61 has many switched tables, but in certificates a TeletexString is ISO 8859-1, and
      /// other software shows it as such.
      case teletex
    }

    /// Returns the text as a string.
    public func string(in bytes: Span<UInt8>) -> String {
      kind.string(of: bytes.extracting(self.bytes))
    }
  }
}

extension ASN1.Element {
  /// Reads text of the type of the element's universal tag, such as a DirectoryString.
  ///
  ///     DirectoryString ::= CHOICE {
  ///           teletexString           TeletexString (SIZE (1..MAX)),
  ///           printableString         PrintableString (SIZE (1..MAX)),
  ///           universalString         UniversalString (SIZE (1..MAX)),
  ///           utf8String              UTF8String (SIZE (1..MAX)),
  ///           bmpString               BMPString (SIZE (1..MAX)) }
  ///
  /// RFC 5280 section 4.1.2.4; the caller checks the size.
  public func text(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Text {
    guard let kind = ASN1.Text.Kind(tag) else {
      throw .unexpectedTag(at: start, expected: .utf8String, found: tag)
    }
    return try text(kind, in: bytes)
  }

  /// Returns text of a given type, for any tag.
  public func text(
    _ kind: ASN1.Text.Kind, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Text {
    if let invalid = kind.firstInvalid(in: bytes.extracting(content)) {
      throw .invalidCharacter(at: contentStart + invalid, in: kind.tag)
    }
    return ASN1.Text(kind: kind, bytes: content)
  }
}
