/// Text from outside, made fit to be shown.
public enum ForeignText {
  /// The number of characters of a name in an error's text; a longer name ends in an ellipsis.
  public static let nameLimit = 128
  /// The number of bytes of UTF-8 in an error's text.
  public static let byteLimit = 64 << 10

  /// Escapes bytes for a description, so that they cannot forge a log line; caps the length.
  ///
  /// It escapes line ends, control characters of terminals, and characters that change the
  /// direction of the surrounding text. The limit counts the shown characters, and no escape is
  /// cut; nil is no limit.
  public static func escaped(_ bytes: some Sequence<UInt8>, limit: Int? = nameLimit) -> String {
    // A character has at most four bytes, so that these are more characters than are shown.
    let taken = limit.map { Array(bytes.prefix(4 * ($0 + 1))) } ?? Array(bytes)
    let limit = limit ?? .max
    var text = ""
    var count = 0
    for scalar in String(decoding: taken, as: UTF8.self).unicodeScalars {
      let escape = escape(of: scalar)
      count += escape?.utf8.count ?? 1
      guard count <= limit else { return text + "…" }
      if let escape { text += escape } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// The escape of a character that must not be shown; nil for all others.
  private static func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar.properties.generalCategory {
    case .control where scalar.value < 0x80:
      "\\x" + Hex.encode(UInt8(truncatingIfNeeded: scalar.value))
    case .control, .format, .lineSeparator, .paragraphSeparator:
      "\\u{" + String(scalar.value, radix: 16) + "}"
    default: nil
    }
  }

  /// Cuts text that is longer than an error's text may be.
  public static func bounded(_ text: String) -> String {
    let ending = "\n… and more, which is left out"
    guard text.utf8.count > byteLimit else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: byteLimit - ending.utf8.count)
    // An index between scalars, which a cut must not split.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end]) + ending
  }
}
