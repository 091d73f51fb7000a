internal import ApusBytes

/// The content of records other than application data that `next` has not returned yet.
///
/// No record is read before all content of the last one has been returned, so this never contains
/// more than one record and the beginning of a message.
struct ControlRecords: Sendable {
  /// The treatment of a ChangeCipherSpec.
  enum ChangeCipherSpecRule: Sendable {
    /// It is rejected.
    case refused
    /// It is only for middleboxes, and ignored. RFC 8446 section D.4.
    case dropped
    /// It is returned, once. RFC 5246 section 7.1.
    case told
  }

  var changeCipherSpecRule = ChangeCipherSpecRule.refused
  private var reassembler: HandshakeReassembler
  private var alert: (level: UInt8, description: UInt8)?
  private var isChangeCipherSpecWaiting = false
  private var changeCipherSpecCount = 0

  /// Creates an empty value.
  init(messageLimit: @escaping HandshakeReassembler.Limit) {
    reassembler = HandshakeReassembler(limit: messageLimit)
  }

  /// A Boolean value that indicates whether no message has begun, and no content is waiting.
  var isAtBorder: Bool { reassembler.isEmpty && alert == nil && !isChangeCipherSpecWaiting }

  /// Returns the next content; nil if there is none left.
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

  /// Adds the content of one record.
  ///
  /// Messages and alerts must not have a record without content, and an alert must be alone in its
  /// record. RFC 8446 sections 5.1 and 5.4, RFC 5246 section 6.2.1.
  ///
  /// There must be no other record between the records of one message: RFC 8446 section 5.1. TLS
  /// 1.2 does not require this, but no server needs the exception, and a record before a
  /// ServerHello has no version yet, so the rule is enforced for both.
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

  /// Adds the content of an unencrypted ChangeCipherSpec.
  ///
  /// It must not be within a message. RFC 8446 sections 5 and 5.1, RFC 5246 section 7.1.
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
