internal import ApusBytes

/// Reads the records of a peer, first without a key and then with successive keys.
///
/// Bytes are added at the end of the inbox; `next` returns their content, one event at a time.
/// Application data stays in the inbox until it is consumed. After an error, a reader always throws
/// the same error.
struct RecordReader: ~Copyable, Sendable {
  /// The received content.
  enum Event: Equatable {
    /// More bytes are needed.
    case incomplete
    /// A handshake message, with its header.
    case handshake([UInt8])
    /// The numbers of an alert.
    case alert(level: UInt8, description: UInt8)
    /// All following records use the peer's next key, in TLS 1.2.
    case changeCipherSpec
    /// The inbox has more application data.
    case applicationData
  }

  /// The received bytes, and application data that was not consumed.
  var inbox = RecordInbox()
  /// A Boolean value that indicates whether the handshake allows application data.
  var allowsApplicationData = false
  /// A Boolean value that indicates whether an alert can be unencrypted although there is a key,
  /// from a client that failed before it had its own.
  var allowsUnprotectedAlerts = false
  /// The largest plaintext in an encrypted record, with padding.
  var plaintextLimit = RecordLimits.plaintext

  /// The number of bytes that can still be skipped in records that cannot be decrypted, or that are
  /// received before there is a key: a client's early data, which a server rejects. RFC 8446
  /// section 4.2.10.
  var skippableByteCount = 0

  /// The key for decryption, if there is one.
  var key = RecordKey()

  private var control: ControlRecords
  private var emptyCount = 0
  private var hasReadRecord = false
  private var failure: TLSError?

  /// Creates an empty reader without a key.
  init(messageLimit: @escaping HandshakeReassembler.Limit) {
    control = ControlRecords(messageLimit: messageLimit)
  }

  /// The treatment of a ChangeCipherSpec.
  var changeCipherSpecRule: ControlRecords.ChangeCipherSpecRule {
    get { control.changeCipherSpecRule }
    set { control.changeCipherSpecRule = newValue }
  }

  /// Decrypts all following records with another key.
  ///
  /// The record with the message that changes the key must have ended with it. RFC 8446 section
  /// 5.1.
  mutating func setProtection(_ next: consuming RecordProtection) throws(TLSError) {
    if let failure { throw failure }
    guard control.isAtBorder else {
      failure = .keyChangeInsideRecord
      throw .keyChangeInsideRecord
    }
    #if APUS_FUZZING
      if Fuzzing.liftsProofs { return }
    #endif
    key.protection = consume next
  }

  /// A Boolean value that indicates whether all returned content ended with its record, as required
  /// at the end of a handshake.
  var isAtBorder: Bool { control.isAtBorder }

  /// Returns the next event.
  mutating func next() throws(TLSError) -> Event {
    if let failure { throw failure }
    do throws(TLSError) {
      while true {
        if let event = try control.next() { return event }
        if let event = key.isSet ? try readProtected() : try readPlaintext() { return event }
      }
    } catch {
      failure = error
      throw error
    }
  }
}

// MARK: Without a key

extension RecordReader {
  /// Reads one unencrypted record; returns nil if its content is waiting to be returned.
  ///
  ///     struct {
  ///         ContentType type;
  ///         ProtocolVersion legacy_record_version;
  ///         uint16 length;
  ///         opaque fragment[TLSPlaintext.length];
  ///     } TLSPlaintext;
  ///
  /// RFC 8446 section 5.1. Any version of 3.x is accepted, because it has no effect.
  private mutating func readPlaintext() throws(TLSError) -> Event? {
    let headerByteCount = RecordLimits.headerByteCount
    guard inbox.sealedCount >= headerByteCount else { return .incomplete }
    let header = inbox.withSealed { $0.extracting(..<headerByteCount).copy() }
    guard header[1] == 3, let type = ContentType(rawValue: header[0]) else {
      throw hasReadRecord ? .unexpectedRecord(type: header[0]) : .notTLS(firstBytes: header)
    }
    let count = Int(header[3]) << 8 | Int(header[4])
    if type == .applicationData, skippableByteCount > 0 { return try skipRecord(count) }
    guard count <= RecordLimits.plaintext else { throw .recordTooLong }
    guard inbox.sealedCount - headerByteCount >= count else { return .incomplete }
    hasReadRecord = true
    try inbox.withSealed { (bytes) throws(TLSError) in
      let content = bytes.extracting(headerByteCount..<headerByteCount + count)
      if type == .changeCipherSpec {
        try control.takeChangeCipherSpec(content)
      } else {
        try control.take(content, ofType: type.rawValue)
      }
    }
    inbox.dropSealed(headerByteCount + count)
    return nil
  }
}

// MARK: With a key

extension RecordReader {
  /// Decrypts all complete application data, and the record after it; returns nil if their content
  /// is waiting to be returned.
  ///
  /// An error after application data is thrown after the data was returned, so that the result does
  /// not depend on the pieces in which the records arrived.
  private mutating func readProtected() throws(TLSError) -> Event? {
    // A record that cannot be decrypted is overwritten, including its header.
    let skippable = skippableByteCount > 0 ? recordLength : nil
    let opened = open()
    if opened.consumedCount > 0 { skippableByteCount = 0 }
    if let skippable, skippableByteCount > 0, opened.isForged { return try skipRecord(skippable) }
    let isDropped = opened.isStoppedByChangeCipherSpec && changeCipherSpecRule == .dropped
    if isDropped, opened.consumedCount == 0 { return try dropChangeCipherSpec() }
    if opened.isStoppedByAlert, allowsUnprotectedAlerts, opened.consumedCount == 0 {
      return try readPlaintext()
    }
    let isEmptyApplicationData = opened.isLastEmpty && opened.otherType == nil
    if opened.applicationCount > 0 || isEmptyApplicationData {
      guard allowsApplicationData, control.isAtBorder else {
        inbox.retractApplicationData(opened.applicationCount)
        throw .unexpectedRecord(type: ContentType.applicationData.rawValue)
      }
      emptyCount = opened.applicationCount > 0 ? 0 : emptyCount
    }
    do throws(TLSError) {
      if let failure = opened.failure, !isDropped { throw failure }
      if isEmptyApplicationData { try countEmpty() }
      if let type = opened.otherType {
        try inbox.withOther(opened) { (content) throws(TLSError) in
          try control.take(content, ofType: type)
        }
      }
    } catch {
      guard opened.applicationCount > 0 else { throw error }
      failure = error
    }
    if opened.applicationCount > 0 { return .applicationData }
    return opened.consumedCount > 0 ? nil : .incomplete
  }

  private mutating func open() -> RecordProtection.Opened {
    guard var protection = key.protection.take() else { return RecordProtection.Opened() }
    let opened = inbox.open(&protection, limit: plaintextLimit)
    key.protection = consume protection
    return opened
  }

  /// The number of bytes after the header of the next record, if the header is complete.
  private var recordLength: Int? {
    inbox.withSealed { bytes in
      bytes.count < RecordLimits.headerByteCount ? nil : Int(bytes[3]) << 8 | Int(bytes[4])
    }
  }

  /// Skips a record of early data, if it is complete.
  private mutating func skipRecord(_ count: Int) throws(TLSError) -> Event? {
    guard count <= skippableByteCount else {
      throw .unexpectedRecord(type: ContentType.applicationData.rawValue)
    }
    guard inbox.sealedCount - RecordLimits.headerByteCount >= count else { return .incomplete }
    skippableByteCount -= count
    inbox.dropSealed(RecordLimits.headerByteCount + count)
    return nil
  }

  private mutating func countEmpty() throws(TLSError) {
    emptyCount += 1
    guard emptyCount <= RecordLimits.emptyRecords else {
      throw .tooManyEmptyRecords(limit: RecordLimits.emptyRecords)
    }
  }

  /// Skips an unencrypted ChangeCipherSpec, if it is complete.
  ///
  /// RFC 8446 section 5.
  private mutating func dropChangeCipherSpec() throws(TLSError) -> Event? {
    let recordByteCount = RecordLimits.headerByteCount + 1
    let header: [UInt8] = [ContentType.changeCipherSpec.rawValue, 3, 3, 0, 1]
    let isOne = inbox.withSealed { $0.extracting(first: header.count).copy() == header }
    guard isOne else {
      throw .unexpectedRecord(type: ContentType.changeCipherSpec.rawValue)
    }
    guard inbox.sealedCount >= recordByteCount else { return .incomplete }
    try inbox.withSealed { (bytes) throws(TLSError) in
      try control.takeChangeCipherSpec(bytes.extracting(header.count..<recordByteCount))
    }
    inbox.dropSealed(recordByteCount)
    return nil
  }
}

extension RecordProtection.Opened {
  /// A Boolean value that indicates whether the record after the decrypted ones is an unencrypted
  /// ChangeCipherSpec.
  fileprivate var isStoppedByChangeCipherSpec: Bool { isStopped(by: .changeCipherSpec) }

  /// A Boolean value that indicates whether the first record cannot be decrypted.
  fileprivate var isForged: Bool {
    guard case .forgedRecord = failure else { return false }
    return consumedCount == 0
  }

  /// A Boolean value that indicates whether the record after the decrypted ones is an unencrypted
  /// alert.
  fileprivate var isStoppedByAlert: Bool { isStopped(by: .alert) }

  // It runs for every record, and comparing errors would take longer than decrypting a small one.
  private func isStopped(by type: ContentType) -> Bool {
    guard case .unexpectedRecord(let number) = failure else { return false }
    return number == type.rawValue
  }
}
