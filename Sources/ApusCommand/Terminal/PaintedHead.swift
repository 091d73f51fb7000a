/// The coloured lines of a request head or response head. The text of the lines contains no control
/// characters.
struct PaintedHead {
  let paint: Paint

  /// Returns a coloured line of a request head or response head.
  ///
  ///     request-line = method SP request-target SP HTTP-version
  ///     status-line  = HTTP-version SP status-code SP [ reason-phrase ]
  ///     field-line   = field-name ":" OWS field-value OWS
  ///
  /// RFC 9112 sections 3, 4 and 5.
  func line(_ text: String, isFirst: Bool) -> String {
    guard paint.isColoured else { return text }
    let end = text.utf8.firstIndex { $0 == (isFirst ? 0x20 : 0x3a) } ?? text.endIndex
    let (first, rest) = (String(text[..<end]), String(text[end...]))
    guard isFirst else { return paint.label(first) + rest }
    guard first.utf8.starts(with: "HTTP/".utf8) else { return paint.strong(first) + rest }
    // The first digit of a status code is the class of the status.
    switch rest.utf8.dropFirst().first {
    case 0x32: return paint.label(first) + paint.good(rest)
    case 0x34, 0x35: return paint.label(first) + paint.alarm(rest)
    default: return paint.label(first) + paint.strong(rest)
    }
  }

  /// Returns a complete coloured message head in the received form, with line feeds as line ends.
  func text(_ head: [UInt8]) -> String {
    head.split(separator: 0x0a).enumerated().map { index, line in
      self.line(TerminalText.line(line), isFirst: index == 0) + "\n"
    }.joined()
  }
}
