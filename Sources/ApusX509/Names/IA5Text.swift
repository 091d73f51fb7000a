internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// Text of ASCII alone: a host name, a mail address, a URI.
  ///
  /// Controls are ASCII too. `string` has them as they are, `description` escaped.
  public struct IA5Text: Hashable, Sendable {
    /// The text as a string.
    public let string: String

    /// Creates the text of a string, which must be ASCII.
    public init(_ string: String) throws(X509Error) {
      if let at = Array(string.utf8).firstIndex(where: { $0 >= 0x80 }) {
        throw .invalidText(.invalidCharacter(at: at, in: .ia5String))
      }
      self.string = string
    }

    /// The bytes of the text.
    public var bytes: [UInt8] { Array(string.utf8) }

    /// Whether there is no text.
    public var isEmpty: Bool { string.utf8.isEmpty }

    /// Reads the content of an IA5String.
    ///
    /// RFC 5280 section 4.2.1.6.
    init(reading content: Range<Int>, in der: Span<UInt8>) throws(ASN1Error) {
      for index in content where der[index] >= 0x80 {
        throw .invalidCharacter(at: index, in: .ia5String)
      }
      string = ASN1.Text.Kind.ia5.string(of: der.extracting(content))
    }

    func write(to writer: inout DERWriter, tagged tag: ASN1.Tag = .ia5String) {
      writer.write(tag, content: bytes)
    }
  }
}

extension X509.IA5Text: CustomStringConvertible {
  /// The text in one line, of which the first `X509.shownCharacterLimit` characters are shown.
  public var description: String { X509.brief(string) }
}
