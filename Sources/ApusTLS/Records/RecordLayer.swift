import ApusBytes

/// The records of both directions for a handshake: sent messages are added to `outgoing`, and
/// received ones are read from `reader`.
struct RecordLayer: ~Copyable, Sendable {
  var reader: RecordReader
  var writer = RecordWriter()
  /// The records to send.
  var outgoing: [UInt8] = []
  /// A Boolean value that indicates whether the next record must follow a ChangeCipherSpec, for
  /// middleboxes.
  ///
  /// RFC 8446 section D.4.
  var owesChangeCipherSpec = false
  /// A Boolean value that indicates whether the records to send contain a response to a KeyUpdate.
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
  /// An unencrypted alert is not preceded by it: its sender has not begun a second flight.
  mutating func send(_ alert: Alert) throws(TLSError) {
    if writer.key.isSet { payChangeCipherSpec() }
    var content = ByteWriter()
    alert.write(to: &content)
    try writer.write(.alert, content.bytes.span, to: &outgoing)
  }

  /// Sends a ChangeCipherSpec for middleboxes, unless the compatibility is disabled.
  mutating func sendChangeCipherSpec(unless isUnwanted: Bool) {
    if !isUnwanted { writer.writeChangeCipherSpec(to: &outgoing) }
  }

  private mutating func payChangeCipherSpec() {
    guard owesChangeCipherSpec else { return }
    owesChangeCipherSpec = false
    writer.writeChangeCipherSpec(to: &outgoing)
  }
}
