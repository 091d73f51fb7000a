/// The conversion of untrusted text to a form that is safe in error messages and logs.
public enum ForeignText {
  /// The maximum number of characters of an untrusted name in an error message. A longer name ends
  /// with an ellipsis.
  public static let nameLimit = 128
  /// The maximum number of UTF-8 bytes of an untrusted text in an error message.
  public static let byteLimit = 64 << 10

  /// Escapes untrusted bytes, so the text cannot forge a line of a log, and limits the length of
  /// the text.
  ///
  /// The function escapes line ends, control characters of terminals, and characters that change
  /// the writing direction. The limit counts the visible characters, and never splits an escape.
  /// The value `nil` means no limit.
  public static func escaped(_ bytes: some Sequence<UInt8>, limit: Int? = nameLimit) -> String {
    // A character has at most four bytes, so the prefix contains more characters than the limit.
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

  /// Returns the escape of a character that must not be shown, or `nil` for a printable character.
  private static func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar.properties.generalCategory {
    case .control where scalar.value < 0x80:
      "\\x" + Hex.encode(UInt8(truncatingIfNeeded: scalar.value))
    case .control, .format, .lineSeparator, .paragraphSeparator:
      "\\u{" + String(scalar.value, radix: 16) + "}"
    default: nil
    }
  }

  /// Truncates a text to the maximum length of an untrusted text in an error message.
  public static func bounded(_ text: String) -> String {
    let ending = "\n… and more, which is left out"
    guard text.utf8.count > byteLimit else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: byteLimit - ending.utf8.count)
    // The text must be cut between two Unicode scalars, because the first part would otherwise be
    // invalid.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end]) + ending
  }
}
