internal import ApusBytes

/// What has come in records of other types than application data, and was not told yet.
///
/// No record is read before all that the last one held is told, so that there is never more of this
/// than one record and the beginning of a message.
struct ControlRecords: Sendable {
  /// What becomes of a ChangeCipherSpec.
  enum ChangeCipherSpecRule: Sendable {
    /// It has no place.
    case refused
    /// It stands there for middleboxes alone, and is passed by. RFC 8446 section D.4.
    case dropped
    /// It is told, once. RFC 5246 section 7.1.
    case told
  }

  var changeCipherSpecRule = ChangeCipherSpecRule.refused
  private var reassembler: HandshakeReassembler
  private var alert: (level: UInt8, description: UInt8)?
  private var isChangeCipherSpecWaiting = false
  private var changeCipherSpecCount = 0

  /// Starts with nothing.
  init(messageLimit: @escaping HandshakeReassembler.Limit) {
    reassembler = HandshakeReassembler(limit: messageLimit)
  }

  /// Whether no message has begun, and nothing waits to be told.
  var isAtBorder: Bool { reassembler.isEmpty && alert == nil && !isChangeCipherSpecWaiting }

  /// Tells what came next; nil if it was all told.
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

  /// Takes in the content of one record.
  ///
  /// Neither a message nor an alert may have a record without content, and an alert stands alone
  /// in its record. RFC 8446 sections 5.1 and 5.4, RFC 5246 section 6.2.1.
  ///
  /// Between the records of one message no other may stand: RFC 8446 section 5.1. TLS 1.2 does not
  /// say so, and is held to the same, for no server has a use for it and what comes before a
  /// ServerHello is of no version yet.
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

  /// Takes in the content of an unprotected ChangeCipherSpec.
  ///
  /// It may not stand within a message. RFC 8446 sections 5 and 5.1, RFC 5246 section 7.1.
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
