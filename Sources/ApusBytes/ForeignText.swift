/// Text from outside, made fit to be shown.
public enum ForeignText {
  /// Escapes bytes for a description, so that they cannot forge a log line; caps the length.
  ///
  /// Escaped is what ends a line, steers a terminal, or turns the direction of the text around it.
  public static func escaped(_ bytes: some Sequence<UInt8>, limit: Int = 256) -> String {
    let taken = Array(bytes.prefix(limit + 1))
    var text = ""
    for scalar in String(decoding: taken.prefix(limit), as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar.value < 0x80:
        text += "\\x" + Hex.encode(UInt8(truncatingIfNeeded: scalar.value))
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return taken.count > limit ? text + "…" : text
  }
}
