/// The only place that writes octets of a head, each checked before it is written.
///
/// Bytes that could end a line, or a word of the start line, are rejected; no byte is repaired.
struct HeadBuffer {
  private(set) var bytes: [UInt8] = []
  /// The number of bytes that were there before.
  private let start: Int

  /// An empty buffer, with room for so many bytes.
  init(reserving byteCount: Int = 0) {
    start = 0
    bytes.reserveCapacity(byteCount)
  }

  /// Continues an output, which is taken over until it is returned.
  init(behind output: inout [UInt8]) {
    start = output.count
    swap(&bytes, &output)
    // After other bytes the array grows by itself, and in larger steps.
    if bytes.isEmpty { bytes.reserveCapacity(512) }
  }

  /// Gives the output back with all that was written.
  mutating func giveBack(to output: inout [UInt8]) { swap(&bytes, &output) }

  /// Forgets all that was written, and gives the output back as it was.
  mutating func withdraw(to output: inout [UInt8]) {
    bytes.removeSubrange(start...)
    swap(&bytes, &output)
  }

  /// Writes a request line up to its version, which is written with the fields.
  ///
  ///     request-line = method SP request-target SP HTTP-version
  ///
  /// RFC 9112 section 3.
  mutating func write(
    _ method: HTTP.Method, _ target: HTTP.CheckedTarget
  ) throws(HTTP.WriteError) {
    let name = method.name.utf8.span
    let endOfMethod = HTTP.endOfToken(name, from: 0, to: name.count)
    guard endOfMethod == name.count, endOfMethod > 0 else {
      throw .invalidMethod(at: endOfMethod)
    }
    let path = target.path.utf8.span
    bytes.append(name)
    bytes.append(0x20)
    if !target.start.isEmpty { write(target.start) }
    bytes.append(path)
    if let query = target.query {
      bytes.append(0x3f)
      write(query)
    }
  }

  /// Writes the version of a request, and ends its line.
  mutating func writeVersion() { write(" HTTP/1.1\r\n") }

  ///     status-line = HTTP-version SP status-code SP [ reason-phrase ]
  ///
  /// RFC 9112 section 4.
  mutating func writeStatusLine(_ head: HTTP.ResponseHead) throws(HTTP.WriteError) {
    let reason = head.reasonBytes
    let end = HTTP.endOfFieldText(reason.span)
    guard end == reason.count else { throw .invalidReason(at: end) }
    write("HTTP/1.1 ")
    let code = String(head.status.code)
    write(String(repeating: "0", count: 3 - code.utf8.count))
    write(code)
    bytes.append(0x20)
    bytes.append(contentsOf: reason)
    endLine()
  }

  ///     field-line = field-name ":" OWS field-value OWS
  ///
  /// RFC 9112 section 5.
  mutating func write(_ name: HTTP.FieldName, _ value: HTTP.FieldValue) throws(HTTP.WriteError) {
    try write(name.text.utf8.span, value.bytes.span)
  }

  /// A line of bytes that lie elsewhere.
  mutating func write(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(HTTP.WriteError) {
    let endOfName = HTTP.endOfToken(name, from: 0, to: name.count)
    guard endOfName == name.count, endOfName > 0 else {
      throw .invalidFieldName(HeadBuffer.name(name), at: endOfName)
    }
    let end = HTTP.endOfFieldText(value)
    guard end == value.count else { throw .invalidFieldValue(HeadBuffer.name(name), at: end) }
    bytes.append(name)
    bytes.append(0x3a)
    bytes.append(0x20)
    bytes.append(value)
    endLine()
  }

  /// Writes fields that have been written and checked elsewhere.
  mutating func write(_ fields: HTTP.WrittenFields) { bytes.append(fields.bytes.span) }

  /// The empty line.
  mutating func end() { endLine() }

  private mutating func endLine() {
    bytes.append(0x0d)
    bytes.append(0x0a)
  }

  /// Byte by byte through the text's own view: the span of a short text is on the stack, and in
  /// builds that optimise file by file the compiler has ended its lifetime before it was read.
  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A name for an error.
  private static func name(_ bytes: Span<UInt8>) -> HTTP.FieldName {
    HTTP.FieldName(String(decoding: bytes.copy(), as: UTF8.self))
  }
}
