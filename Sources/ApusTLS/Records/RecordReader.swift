internal import ApusBytes

/// Reads records as a peer sends them, without a key and then with one after the other.
///
/// Bytes go in at the back of the inbox; `next` tells what they hold, one thing at a time.
/// Application data waits in the inbox until it is consumed. A reader that has thrown throws the
/// same ever after.
struct RecordReader: ~Copyable, Sendable {
  /// What has been received.
  enum Event: Equatable {
    /// Nothing more, until more bytes are received.
    case incomplete
    /// A handshake message, with its header.
    case handshake([UInt8])
    /// What an alert says, in numbers.
    case alert(level: UInt8, description: UInt8)
    /// All that follows is protected by the peer's next key, in TLS 1.2.
    case changeCipherSpec
    /// There is more application data in the inbox than there was.
    case applicationData
  }

  /// What was received, and application data that was not consumed.
  var inbox = RecordInbox()
  /// Whether the handshake is so far that application data may be received.
  var allowsApplicationData = false
  /// Whether an alert may come without protection though there is a key, from a client that has
  /// failed before it had its own.
  var allowsUnprotectedAlerts = false
  /// The most plaintext in a protected record, padding counted.
  var plaintextLimit = RecordLimits.plaintext

  /// How many bytes may still be passed by in records that no key opens, or that come before there
  /// is one: a client's early data, which a server takes none of. RFC 8446 section 4.2.10.
  var skippableByteCount = 0

  /// The key that opens records, once there is one.
  var key = RecordKey()

  private var control: ControlRecords
  private var emptyCount = 0
  private var hasReadRecord = false
  private var failure: TLSError?

  /// Starts with nothing received, and no key.
  init(messageLimit: @escaping HandshakeReassembler.Limit) {
    control = ControlRecords(messageLimit: messageLimit)
  }

  /// What becomes of a ChangeCipherSpec.
  var changeCipherSpecRule: ControlRecords.ChangeCipherSpecRule {
    get { control.changeCipherSpecRule }
    set { control.changeCipherSpecRule = newValue }
  }

  /// Opens all that follows with another key.
  ///
  /// The record that brought this about must have ended with its message. RFC 8446 section 5.1.
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

  /// Whether all that was told ended with its record, as it must where a handshake does.
  var isAtBorder: Bool { control.isAtBorder }

  /// Tells what has been received next.
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
  /// Reads one record that nothing protects; returns nil if what it held waits to be told.
  ///
  ///     struct {
  ///         ContentType type;
  ///         ProtocolVersion legacy_record_version;
  ///         uint16 length;
  ///         opaque fragment[TLSPlaintext.length];
  ///     } TLSPlaintext;
  ///
  /// RFC 8446 section 5.1. Any version of 3.x is passed by, as nothing is decided by it.
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
  /// Opens all application data that is whole, and the record behind it; returns nil if what they
  /// held waits to be told.
  ///
  /// What is wrong behind application data is thrown after that was told, so that it makes no
  /// difference in what pieces the records arrived.
  private mutating func readProtected() throws(TLSError) -> Event? {
    // What does not open is overwritten, its header with it.
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

  /// How many bytes stand behind the header of the next record, if that is there.
  private var recordLength: Int? {
    inbox.withSealed { bytes in
      bytes.count < RecordLimits.headerByteCount ? nil : Int(bytes[3]) << 8 | Int(bytes[4])
    }
  }

  /// Passes a record of early data by, once it is whole.
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

  /// Passes a ChangeCipherSpec by that no key protects, once it is whole.
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
  /// Whether the record behind those that were opened is a ChangeCipherSpec without protection.
  fileprivate var isStoppedByChangeCipherSpec: Bool { isStopped(by: .changeCipherSpec) }

  /// Whether the first record is one that the key does not open.
  fileprivate var isForged: Bool {
    guard case .forgedRecord = failure else { return false }
    return consumedCount == 0
  }

  /// Whether the record behind those that were opened is an alert without protection.
  fileprivate var isStoppedByAlert: Bool { isStopped(by: .alert) }

  // It is asked of every record; to compare errors would take longer than to open a small one.
  private func isStopped(by type: ContentType) -> Bool {
    guard case .unexpectedRecord(let number) = failure else { return false }
    return number == type.rawValue
  }
}
