extension ASN1 {
  /// A checked character string of an ASN.1 string type, stored as a range of the original bytes.
  ///
  /// A checked text is still untrusted. Several string types allow control characters, NUL and
  /// bidirectional marks, and the caller must handle these characters.
  public struct Text: Equatable, Sendable {
    /// The string type of the text.
    public let kind: Kind
    /// The range of the text's content in the span that it was read from.
    public let bytes: Range<Int>

    /// The character string types of PKIX.
    ///
    /// RFC 5280 section 4.1.2.4, X.680 section 41.
    public enum Kind: Sendable, CaseIterable {
      /// The string type NumericString, which allows digits and the space.
      case numeric
      /// The string type PrintableString, which allows letters, digits, the space and `' ( ) + , -
      /// . / : = ?`.
      case printable
      /// The string type IA5String, which is ASCII with control characters.
      case ia5
      /// The string type VisibleString, which is ASCII without control characters.
      case visible
      /// The string type UTF8String, which is UTF-8.
      case utf8
      /// The string type BMPString, which has two bytes for each character of Unicode's first plane
      /// and no surrogates.
      case bmp
      /// The string type UniversalString, which has four bytes for each Unicode character.
      case universal
      /// The string type TeletexString, which Apus reads as ISO 8859-1. Every byte is a character.
      ///
      /// The standard T.61 defines many character sets. In certificates, however, a TeletexString
      /// contains ISO 8859-1, and other software displays a TeletexString as ISO 8859-1.
      case teletex
    }

    /// Returns the text as a Swift string.
    public func string(in bytes: Span<UInt8>) -> String {
      kind.string(of: bytes.extracting(self.bytes))
    }
  }
}

extension ASN1.Element {
  /// Reads a character string, such as a DirectoryString. The universal tag of the element
  /// determines the string type.
  ///
  ///     DirectoryString ::= CHOICE {
  ///           teletexString           TeletexString (SIZE (1..MAX)),
  ///           printableString         PrintableString (SIZE (1..MAX)),
  ///           universalString         UniversalString (SIZE (1..MAX)),
  ///           utf8String              UTF8String (SIZE (1..MAX)),
  ///           bmpString               BMPString (SIZE (1..MAX)) }
  ///
  /// RFC 5280 section 4.1.2.4; the caller checks the size of the text.
  public func text(in bytes: Span<UInt8>) throws(ASN1Error) -> ASN1.Text {
    guard let kind = ASN1.Text.Kind(tag) else {
      throw .unexpectedTag(at: start, expected: .utf8String, found: tag)
    }
    return try text(kind, in: bytes)
  }

  /// Returns a character string of a given type. The element can have any tag.
  public func text(
    _ kind: ASN1.Text.Kind, in bytes: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Text {
    if let invalid = kind.firstInvalid(in: bytes.extracting(content)) {
      throw .invalidCharacter(at: contentStart + invalid, in: kind.tag)
    }
    return ASN1.Text(kind: kind, bytes: content)
  }
}
