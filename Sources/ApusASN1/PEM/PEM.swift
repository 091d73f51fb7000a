/// Binary objects as text: base64 between a line that begins and one that ends.
///
/// `PEM.Scanner` finds the sections of a text, one after the other, and tells what each calls
/// itself. `PEM.Section` decodes one. What stands between sections is skipped.
public enum PEM {
  /// How many sections a text may have.
  public static let sectionLimit = 65_536
  /// How many bytes of text a section may have; the longest real ones are revocation lists.
  public static let sectionByteLimit = 64 << 20
  /// How many bytes a label may have.
  public static let labelByteLimit = 64

  /// Returns every section of a text; the first that is malformed ends it.
  ///
  /// Decoding is left for later, so that a text of many sections costs nothing for those that are
  /// not wanted, and one whose base64 is broken does not spoil the others.
  public static func sections(of text: Span<UInt8>) throws(ASN1Error) -> [Section] {
    var scanner = Scanner()
    var sections: [Section] = []
    while let section = try scanner.next(in: text) { sections.append(section) }
    return sections
  }

  /// Returns one section as text: lines of 64 characters, each ended by a line feed.
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

  /// Returns one section as text: lines of 64 characters, each ended by a line feed.
  public static func encode(_ bytes: [UInt8], as label: Label) -> String {
    encode(bytes.span, as: label)
  }
}
