internal import ApusBytes

/// The buffered content of decrypted control records: handshake messages, alerts and
/// ChangeCipherSpec.
///
/// The reader decrypts the next record only after it has returned all content of the previous
/// record. The buffer therefore contains at most one record and the beginning of one handshake
/// message.
struct ControlRecords: Sendable {
  /// The rule for a received ChangeCipherSpec record: reject, ignore or return the record.
  enum ChangeCipherSpecRule: Sendable {
    /// The reader rejects a ChangeCipherSpec record.
    case refused
    /// The reader ignores a ChangeCipherSpec record, which TLS 1.3 peers send only for middleboxes.
    /// RFC 8446 section D.4.
    case dropped
    /// The reader returns the first ChangeCipherSpec record to its caller and rejects the following
    /// records. RFC 5246 section 7.1.
    case told
  }

  var changeCipherSpecRule = ChangeCipherSpecRule.refused
  private var reassembler: HandshakeReassembler
  private var alert: (level: UInt8, description: UInt8)?
  private var isChangeCipherSpecWaiting = false
  private var changeCipherSpecCount = 0

  /// Creates an empty record buffer with a limit on the length of handshake messages.
  init(messageLimit: @escaping HandshakeReassembler.Limit) {
    reassembler = HandshakeReassembler(limit: messageLimit)
  }

  /// A Boolean value that indicates whether the buffer is empty and contains no incomplete
  /// handshake message.
  var isAtBorder: Bool { reassembler.isEmpty && alert == nil && !isChangeCipherSpecWaiting }

  /// Returns the next handshake message, alert or ChangeCipherSpec, or `nil` if the buffer is
  /// empty.
  mutating func next() throws(TLSError) -> RecordReader.Event? {
    if let message = try reassembler.next() { return .handshake(message) }
    if isChangeCipherSpecWaiting {
      isChangeCipherSpecWaiting = false
      return .changeCipherSpec
    }
    guard let (level, description) = alert else { return nil }
    alert = nil
    return .alert(level: level, description: description)
  }

  /// Adds the content of one decrypted record to the buffer.
  ///
  /// A record with handshake messages or alerts must not be empty, and an alert must be alone in
  /// its record. RFC 8446 sections 5.1 and 5.4, RFC 5246 section 6.2.1.
  ///
  /// A record of another content type must not interrupt the records of one handshake message. RFC
  /// 8446 section 5.1. The method enforces the rule for TLS 1.2 too, because the version is unknown
  /// before the ServerHello.
  mutating func take(_ content: Span<UInt8>, ofType number: UInt8) throws(TLSError) {
    switch ContentType(rawValue: number) {
    case .handshake:
      guard !content.isEmpty else { throw .emptyRecord(type: number) }
      reassembler.append(content)
    case .alert:
      guard reassembler.isEmpty else { throw .unexpectedRecord(type: number) }
      guard !content.isEmpty else { throw .emptyRecord(type: number) }
      guard content.count == 2 else { throw .malformedAlert(byteCount: content.count) }
      alert = (content[0], content[1])
    case .changeCipherSpec, .applicationData, nil: throw .unexpectedRecord(type: number)
    }
  }

  /// Adds the content of an unencrypted ChangeCipherSpec record to the buffer.
  ///
  /// A ChangeCipherSpec record must not interrupt a handshake message. RFC 8446 sections 5 and 5.1,
  /// RFC 5246 section 7.1.
  mutating func takeChangeCipherSpec(_ content: Span<UInt8>) throws(TLSError) {
    let isWellFormed = content.count == 1 && content[0] == 1
    let refusal = TLSError.unexpectedRecord(type: ContentType.changeCipherSpec.rawValue)
    guard reassembler.isEmpty else { throw refusal }
    switch changeCipherSpecRule {
    case .refused: throw refusal
    case .dropped:
      guard isWellFormed else { throw refusal }
      changeCipherSpecCount += 1
      guard changeCipherSpecCount <= RecordLimits.changeCipherSpecs else {
        throw .tooManyChangeCipherSpecs(limit: RecordLimits.changeCipherSpecs)
      }
    case .told:
      guard isWellFormed else { throw .malformedChangeCipherSpec }
      changeCipherSpecRule = .refused
      isChangeCipherSpecWaiting = true
    }
  }
}
