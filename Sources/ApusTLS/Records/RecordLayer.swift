import ApusBytes

/// The TLS records of both directions, which the handshake sends and receives.
///
/// The record layer adds sent messages to `outgoing` and reads received messages from `reader`.
struct RecordLayer: ~Copyable, Sendable {
  var reader: RecordReader
  var writer = RecordWriter()
  /// The TLS records that the caller must send to the peer.
  var outgoing: [UInt8] = []
  /// A Boolean value that indicates whether a ChangeCipherSpec for middleboxes must precede the
  /// next record.
  ///
  /// RFC 8446 section D.4.
  var owesChangeCipherSpec = false
  /// A Boolean value that indicates whether the outgoing records contain a response to a KeyUpdate
  /// request.
  var holdsKeyUpdate = false

  init() {
    reader = RecordReader { number in
      HandshakeType(rawValue: number)?.byteLimit ?? HandshakeType.unknownByteLimit
    }
  }

  /// Adds a handshake message to the outgoing records.
  mutating func send(_ message: [UInt8]) throws(TLSError) {
    payChangeCipherSpec()
    try writer.write(.handshake, message.span, to: &outgoing)
  }

  /// Adds an alert to the outgoing records.
  ///
  /// No ChangeCipherSpec precedes an unencrypted alert, because the sender has not begun its second
  /// flight.
  mutating func send(_ alert: Alert) throws(TLSError) {
    if writer.key.isSet { payChangeCipherSpec() }
    var content = ByteWriter()
    alert.write(to: &content)
    try writer.write(.alert, content.bytes.span, to: &outgoing)
  }

  /// Adds a ChangeCipherSpec for middleboxes to the outgoing records, unless `isUnwanted` is true.
  mutating func sendChangeCipherSpec(unless isUnwanted: Bool) {
    if !isUnwanted { writer.writeChangeCipherSpec(to: &outgoing) }
  }

  private mutating func payChangeCipherSpec() {
    guard owesChangeCipherSpec else { return }
    owesChangeCipherSpec = false
    writer.writeChangeCipherSpec(to: &outgoing)
  }
}
