/// A buffer for the bytes of a message head, which checks each byte before it is written.
///
/// The buffer rejects bytes that could end a line, or a word of the start line, and never replaces
/// invalid bytes.
struct HeadBuffer {
  private(set) var bytes: [UInt8] = []
  /// The number of bytes that precede the message head in the output.
  private let start: Int

  /// Creates an empty message head buffer with reserved capacity.
  init(reserving byteCount: Int = 0) {
    start = 0
    bytes.reserveCapacity(byteCount)
  }

  /// Creates a message head buffer that appends to an output array. The buffer owns the storage of
  /// the array until `giveBack` or `withdraw`.
  init(behind output: inout [UInt8]) {
    start = output.count
    swap(&bytes, &output)
    // A nonempty array grows in larger steps, so only an empty array needs reserved capacity.
    if bytes.isEmpty { bytes.reserveCapacity(512) }
  }

  /// Returns the storage to the output array, with all bytes of the message head.
  mutating func giveBack(to output: inout [UInt8]) { swap(&bytes, &output) }

  /// Removes all bytes of the message head and returns the storage to the output array.
  mutating func withdraw(to output: inout [UInt8]) {
    bytes.removeSubrange(start...)
    swap(&bytes, &output)
  }

  /// Writes the method and the target of a request line. The HTTP version is written together with
  /// the header fields.
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

  /// Writes the HTTP version of a request and ends the request line.
  mutating func writeVersion() { write(" HTTP/1.1\r\n") }

  /// Writes the status line of a response.
  ///
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

  /// Writes one field line.
  ///
  ///     field-line = field-name ":" OWS field-value OWS
  ///
  /// RFC 9112 section 5.
  mutating func write(_ name: HTTP.FieldName, _ value: HTTP.FieldValue) throws(HTTP.WriteError) {
    try write(name.text.utf8.span, value.bytes.span)
  }

  /// Writes one field line from the bytes of its name and value.
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

  /// Writes header fields whose bytes were checked and prepared in advance.
  mutating func write(_ fields: HTTP.WrittenFields) { bytes.append(fields.bytes.span) }

  /// Writes the empty line that ends a message head.
  mutating func end() { endLine() }

  private mutating func endLine() {
    bytes.append(0x0d)
    bytes.append(0x0a)
  }

  /// The bytes are appended through the string's UTF-8 view instead of its span, because of a
  /// compiler error. The span of a short string is on the stack, and the compiler ended the
  /// lifetime of the span too early in builds without whole-module optimization.
  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Creates the field name that a write error contains.
  private static func name(_ bytes: Span<UInt8>) -> HTTP.FieldName {
    HTTP.FieldName(String(decoding: bytes.copy(), as: UTF8.self))
  }
}
