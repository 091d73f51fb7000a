/// The one place where octets of a head are put together, each checked before it is written.
///
/// What could end a line, or a word of the start line, is refused as bytes; nothing is repaired.
struct HeadBuffer {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  ///     request-line = method SP request-target SP HTTP-version
  ///
  /// RFC 9112 section 3.
  mutating func writeRequestLine(
    _ method: HTTP.Method, _ target: HTTP.RequestTarget
  ) throws(HTTP.WriteError) {
    if let at = HeadBuffer.endOfToken(method.name) { throw .invalidMethod(at: at) }
    var offset = 0
    for byte in target.text.utf8 {
      guard HTTP.targetBytes.contains(byte) else { throw .invalidTarget(at: offset) }
      offset += 1
    }
    guard offset > 0 else { throw .invalidTarget(at: 0) }
    bytes.append(contentsOf: method.name.utf8)
    bytes.append(0x20)
    bytes.append(contentsOf: target.text.utf8)
    write(" HTTP/1.1\r\n")
  }

  ///     status-line = HTTP-version SP status-code SP [ reason-phrase ]
  ///
  /// RFC 9112 section 4.
  mutating func writeStatusLine(_ head: HTTP.ResponseHead) throws(HTTP.WriteError) {
    let end = HTTP.endOfFieldText(head.reasonBytes.span)
    guard end == head.reasonBytes.count else { throw .invalidReason(at: end) }
    write("HTTP/1.1 ")
    let code = String(head.status.code)
    write(String(repeating: "0", count: 3 - code.utf8.count))
    write(code)
    bytes.append(0x20)
    bytes.append(contentsOf: head.reasonBytes)
    write("\r\n")
  }

  ///     field-line = field-name ":" OWS field-value OWS
  ///
  /// RFC 9112 section 5.
  mutating func write(_ name: HTTP.FieldName, _ value: HTTP.FieldValue) throws(HTTP.WriteError) {
    if let at = HeadBuffer.endOfToken(name.text) { throw .invalidFieldName(name, at: at) }
    let end = HTTP.endOfFieldText(value.bytes.span)
    guard end == value.bytes.count else { throw .invalidFieldValue(name, at: end) }
    bytes.append(contentsOf: name.text.utf8)
    write(": ")
    bytes.append(contentsOf: value.bytes)
    write("\r\n")
  }

  /// The empty line.
  mutating func end() { write("\r\n") }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// The first byte that no token has, the end of an empty one, or nil for a token.
  private static func endOfToken(_ text: String) -> Int? {
    var offset = 0
    for byte in text.utf8 {
      guard HTTP.tokenBytes.contains(byte) else { return offset }
      offset += 1
    }
    return offset == 0 ? 0 : nil
  }
}
