public import ApusASN1
internal import ApusBytes

extension X509 {
  /// A text with its ASN.1 string type.
  ///
  /// A text is stored as the bytes of its string type. Equal texts therefore have equal bytes, and
  /// a text is written as it was read. A text is untrusted: `description` escapes control
  /// characters and limits the length, and `string` does not.
  public struct Text: Hashable, Sendable {
    /// The ASN.1 string type of the text.
    public let kind: ASN1.Text.Kind
    /// The content of the text, in the encoding of the string type.
    public let content: [UInt8]

    init(_ kind: ASN1.Text.Kind, checked content: [UInt8]) {
      self.kind = kind
      self.content = content
    }

    /// Creates a text from a string in a string type, which must allow all characters of the
    /// string.
    ///
    /// - Parameters:
    ///   - string: The characters of the text.
    ///   - kind: The ASN.1 string type of the text.
    public init(_ string: String, as kind: ASN1.Text.Kind) throws(X509Error) {
      do throws(ASN1Error) {
        self.init(kind, checked: try kind.encode(string))
      } catch {
        throw .invalidText(error)
      }
    }

    /// Creates a text from a string, as a PrintableString if the type allows all characters, and
    /// otherwise as a UTF8String.
    ///
    /// RFC 5280 section 4.1.2.4.
    ///
    /// - Parameter string: The characters of the text.
    public init(_ string: String) {
      let content = Array(string.utf8)
      let isPrintable = content.allSatisfy { Text.printables.contains($0) }
      self.init(isPrintable ? .printable : .utf8, checked: content)
    }

    /// The text as a Swift string.
    public var string: String { kind.string(of: content.span) }

    /// Reads a character string whose ASN.1 type is given by the tag.
    init(_ element: ASN1.Element, in der: Span<UInt8>) throws(ASN1Error) {
      let kind = try Text.check(element, in: der)
      self.init(kind, checked: der.extracting(element.content).copy())
    }

    /// Checks that bytes are valid for an ASN.1 string type.
    ///
    /// A PrintableString can also contain `&`, `*`, `@` and `_`, which the type does not allow.
    /// Existing certificates contain these characters, and the characters are not ambiguous.
    @inline(__always)
    static func check(
      _ element: ASN1.Element, in der: Span<UInt8>
    ) throws(ASN1Error) -> ASN1.Text.Kind {
      guard element.tag == .printableString else { return try element.text(in: der).kind }
      for index in element.content where !readPrintables.contains(der[index]) {
        throw .invalidCharacter(at: index, in: .printableString)
      }
      return .printable
    }

    func write(to writer: inout DERWriter, tagged tag: ASN1.Tag? = nil) {
      writer.write(tag ?? kind.tag, content: content)
    }

    private static let printables =
      ByteSet.letters.union(.digits).union(ByteSet(" '()+,-./:=?"))
    private static let readPrintables = printables.union(ByteSet("&*@_"))
  }
}

extension X509.Text: CustomStringConvertible {
  /// The text in one line, limited to `X509.shownCharacterLimit` characters.
  public var description: String { X509.brief(string) }
}

extension X509 {
  /// Returns an untrusted text in one line, with `\u{…}` for control characters and bidirectional
  /// marks.
  static func shown(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { 0x20...0x7e ~= $0 && $0 != 0x5c }
    guard !isPlain else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if scalar == "\\" { shown += "\\\\" } else { shown.unicodeScalars.append(scalar) }
      }
    }
    return shown
  }
}

extension X509 {
  /// An ASCII text in a certificate: a host name, a mail address or a URI.
  ///
  /// An ASCII text can contain control characters. The property `string` contains the control
  /// characters unchanged, and `description` escapes them.
  public struct IA5Text: Hashable, Sendable {
    /// The text as a Swift string.
    public let string: String

    /// Creates a text from a string, which must be ASCII.
    ///
    /// - Parameter string: The characters of the text.
    public init(_ string: String) throws(X509Error) {
      if let at = Array(string.utf8).firstIndex(where: { $0 >= 0x80 }) {
        throw .invalidText(.invalidCharacter(at: at, in: .ia5String))
      }
      self.string = string
    }

    /// The bytes of the text.
    public var bytes: [UInt8] { Array(string.utf8) }

    /// A Boolean value that indicates whether the text is empty.
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
  /// The text in one line, limited to `X509.shownCharacterLimit` characters.
  public var description: String { X509.brief(string) }
}
