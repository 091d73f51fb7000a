/// The PEM format: a binary object as base64 between a first line and a last line with a label.
///
/// `PEM.Scanner` finds the sections of a PEM text one after the other, with their labels.
/// `PEM.Section` decodes one section. The text between sections is skipped.
public enum PEM {
  /// The maximum number of sections of a PEM text.
  public static let sectionLimit = 65_536
  /// The maximum number of bytes in the text of a PEM section.
  /// The longest real sections are revocation lists.
  public static let sectionByteLimit = 64 << 20
  /// The maximum number of bytes of a PEM label.
  public static let labelByteLimit = 64

  /// Returns every section of a PEM text, and throws an error for the first malformed section.
  ///
  /// The sections are decoded later, so unused sections cost nothing. A section with invalid base64
  /// does not affect the other sections.
  public static func sections(of text: Span<UInt8>) throws(ASN1Error) -> [Section] {
    var scanner = Scanner()
    var sections: [Section] = []
    while let section = try scanner.next(in: text) { sections.append(section) }
    return sections
  }

  /// Returns bytes as one PEM section, in lines of 64 characters that end with a line feed.
  ///
  ///     stricttextualmsg = preeb eol strictbase64text posteb eol
  ///
  /// RFC 7468 section 3.
  public static func encode(_ bytes: Span<UInt8>, as label: Label) -> String {
    let base64 = Array(Base64.encode(bytes).utf8)
    var text = Array("-----BEGIN \(label)-----\n".utf8)
    for start in stride(from: 0, to: base64.count, by: 64) {
      text += base64[start..<min(start + 64, base64.count)]
      text.append(0x0a)
    }
    text += Array("-----END \(label)-----\n".utf8)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns bytes as one PEM section, in lines of 64 characters that end with a line feed.
  public static func encode(_ bytes: [UInt8], as label: Label) -> String {
    encode(bytes.span, as: label)
  }
}
