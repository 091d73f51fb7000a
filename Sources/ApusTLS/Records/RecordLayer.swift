import ApusBytes

/// The records of both directions, as a handshake uses them: what is sent goes to the end of
/// `outgoing`, what was received comes out of `reader`.
struct RecordLayer: ~Copyable, Sendable {
  var reader: RecordReader
  var writer = RecordWriter()
  /// Records that wait to be sent.
  var outgoing: [UInt8] = []
  /// Whether a ChangeCipherSpec is to stand before what is sent next, for middleboxes.
  ///
  /// RFC 8446 section D.4.
  var owesChangeCipherSpec = false
  /// Whether an answer to a KeyUpdate is among what waits to be sent.
  var holdsKeyUpdate = false

  init() {
    reader = RecordReader { number in
      HandshakeType(rawValue: number)?.byteLimit ?? HandshakeType.unknownByteLimit
    }
  }

  /// Sends a handshake message.
  mutating func send(_ message: [UInt8]) throws(TLSError) {
    payChangeCipherSpec()
    try writer.write(.handshake, message.span, to: &outgoing)
  }

  /// Sends an alert.
  ///
  /// One that nothing protects yet stands alone: its sender has not come to a second
  /// flight.
  mutating func send(_ alert: Alert) throws(TLSError) {
    if writer.key.isSet { payChangeCipherSpec() }
    var content = ByteWriter()
    alert.write(to: &content)
    try writer.write(.alert, content.bytes.span, to: &outgoing)
  }

  /// Sends a ChangeCipherSpec for middleboxes, unless they are not minded.
  mutating func sendChangeCipherSpec(unless isUnwanted: Bool) {
    if !isUnwanted { writer.writeChangeCipherSpec(to: &outgoing) }
  }

  private mutating func payChangeCipherSpec() {
    guard owesChangeCipherSpec else { return }
    owesChangeCipherSpec = false
    writer.writeChangeCipherSpec(to: &outgoing)
  }
}
