internal import ApusBytes

extension XML {
  /// The supported encodings of XML documents.
  public enum Encoding: String, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case utf16BigEndian = "UTF-16BE"
    case utf16LittleEndian = "UTF-16LE"
    case ascii = "US-ASCII"
    case latin1 = "ISO-8859-1"
    case latin9 = "ISO-8859-15"
    case windows1252 = "windows-1252"

    /// Creates an XML encoding from its label in any letter case.
    ///
    /// The result is `nil` for the label `UTF-16`, because the label does not specify the byte
    /// order.
    ///
    /// - Parameter label: The encoding label in a document or in a `Content-Type`, such as `utf-8`.
    public init?(label: String) {
      let labels: KeyValuePairs<StaticString, Encoding> = [
        "utf-8": .utf8, "utf8": .utf8, "utf-16be": .utf16BigEndian,
        "utf-16le": .utf16LittleEndian, "us-ascii": .ascii, "ascii": .ascii,
        "ansi_x3.4-1968": .ascii, "iso-8859-1": .latin1, "iso8859-1": .latin1,
        "iso_8859-1": .latin1, "latin1": .latin1, "l1": .latin1, "iso-8859-15": .latin9,
        "iso8859-15": .latin9, "iso_8859-15": .latin9, "latin-9": .latin9,
        "windows-1252": .windows1252, "cp1252": .windows1252,
      ]
      let found = labels.first {
        ASCII.equalsIgnoringCase(label.utf8.span, $0.key.description)
      }
      guard let found else { return nil }
      self = found.value
    }

    /// Returns whether an encoding label is `UTF-16`, which does not specify the byte order.
    static func isUTF16(_ label: String) -> Bool {
      ASCII.equalsIgnoringCase(label.utf8.span, "utf-16")
        || ASCII.equalsIgnoringCase(label.utf8.span, "utf16")
    }
  }
}
