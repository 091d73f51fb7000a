import ApusBytes

/// The TLS record layer, which encrypts outgoing messages and decrypts incoming records.
///
/// Outgoing records are stored in `outgoing`, and `reader` returns received messages.
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
  /// A Boolean value that indicates whether the outgoing records already contain a response to a
  /// KeyUpdate request.
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
  /// An unencrypted alert is sent before the sender's ChangeCipherSpec.
  mutating func send(_ alert: Alert) throws(TLSError) {
    if writer.key.isSet { payChangeCipherSpec() }
    var content = ByteWriter()
    alert.write(to: &content)
    try writer.write(.alert, content.bytes.span, to: &outgoing)
  }

  /// Adds a ChangeCipherSpec record for middleboxes to the outgoing records, unless `isUnwanted` is
  /// true.
  mutating func sendChangeCipherSpec(unless isUnwanted: Bool) {
    if !isUnwanted { writer.writeChangeCipherSpec(to: &outgoing) }
  }

  private mutating func payChangeCipherSpec() {
    guard owesChangeCipherSpec else { return }
    owesChangeCipherSpec = false
    writer.writeChangeCipherSpec(to: &outgoing)
  }
}
