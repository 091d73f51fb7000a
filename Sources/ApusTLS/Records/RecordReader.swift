internal import ApusBytes

/// A reader of a peer's TLS records, which decrypts the records after the first traffic key is set.
///
/// The caller appends received bytes to the inbox, and `next` returns one event at a time.
/// Application data remains in the inbox until the caller consumes the data. After an error, each
/// call throws the same error again.
struct RecordReader: ~Copyable, Sendable {
  /// An event of the record reader, such as a handshake message or an alert.
  enum Event: Equatable {
    /// The record reader needs more bytes from the peer.
    case incomplete
    /// The peer has sent a handshake message; the bytes include the message header.
    case handshake([UInt8])
    /// The peer has sent an alert with the given level and description.
    case alert(level: UInt8, description: UInt8)
    /// The peer has sent a TLS 1.2 ChangeCipherSpec, and all following records use the peer's next
    /// traffic key.
    case changeCipherSpec
    /// The peer has sent application data, which the reader has added to the inbox.
    case applicationData
  }

  /// The buffer with received bytes and unconsumed application data.
  var inbox = RecordInbox()
  /// A Boolean value that indicates whether the peer may send application data at this point of the
  /// handshake.
  var allowsApplicationData = false
  /// A Boolean value that indicates whether the reader accepts an unencrypted alert although it has
  /// a traffic key.
  ///
  /// A client that fails before it has a traffic key can only send an unencrypted alert.
  var allowsUnprotectedAlerts = false
  /// The maximum number of plaintext bytes in an encrypted record, including the padding.
  var plaintextLimit = RecordLimits.plaintext

  /// The number of bytes that the reader may still skip as rejected early data.
  ///
  /// The server cannot decrypt the records with the client's early data. RFC 8446 section 4.2.10.
  var skippableByteCount = 0

  /// The traffic key for decryption, if the peer's records are encrypted.
  var key = RecordKey()

  private var control: ControlRecords
  private var emptyCount = 0
  private var hasReadRecord = false
  private var failure: TLSError?

  /// Creates an empty record reader without a traffic key.
  init(messageLimit: @escaping HandshakeReassembler.Limit) {
    control = ControlRecords(messageLimit: messageLimit)
  }

  /// The rule for a received ChangeCipherSpec record: reject, ignore or return the record.
  var changeCipherSpecRule: ControlRecords.ChangeCipherSpecRule {
    get { control.changeCipherSpecRule }
    set { control.changeCipherSpecRule = newValue }
  }

  /// Decrypts all following records with the next traffic key.
  ///
  /// The handshake message that changes the key must end its record. RFC 8446 section 5.1.
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

  /// A Boolean value that indicates whether the last returned message was at the end of its record.
  var isAtBorder: Bool { control.isAtBorder }

  /// Returns the next event of the record reader.
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
  /// Reads one unencrypted record.
  ///
  /// The result is `nil` if the record contains content that `next` can return.
  ///
  ///     struct {
  ///         ContentType type;
  ///         ProtocolVersion legacy_record_version;
  ///         uint16 length;
  ///         opaque fragment[TLSPlaintext.length];
  ///     } TLSPlaintext;
  ///
  /// RFC 8446 section 5.1. The reader accepts any record version 3.x, because the record version
  /// has no effect.
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
  /// Decrypts all complete records with application data, and the record after them.
  ///
  /// The result is `nil` if the records contain content that `next` can return.
  ///
  /// The reader returns the decrypted application data before it throws an error of the next
  /// record. The result therefore does not depend on the pieces in which the records arrived.
  private mutating func readProtected() throws(TLSError) -> Event? {
    // The C function overwrites a record that it cannot decrypt, so the length is read before the
    // call.
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

  /// The number of payload bytes of the next record, or `nil` if the header of the record is
  /// incomplete.
  private var recordLength: Int? {
    inbox.withSealed { bytes in
      bytes.count < RecordLimits.headerByteCount ? nil : Int(bytes[3]) << 8 | Int(bytes[4])
    }
  }

  /// Skips a record of rejected early data if the record is complete.
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

  /// Skips an unencrypted ChangeCipherSpec record if the record is complete.
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
  /// A Boolean value that indicates whether the decryption stopped at an unencrypted
  /// ChangeCipherSpec record.
  fileprivate var isStoppedByChangeCipherSpec: Bool { isStopped(by: .changeCipherSpec) }

  /// A Boolean value that indicates whether the decryption of the first record failed.
  fileprivate var isForged: Bool {
    guard case .forgedRecord = failure else { return false }
    return consumedCount == 0
  }

  /// A Boolean value that indicates whether the decryption stopped at an unencrypted alert.
  fileprivate var isStoppedByAlert: Bool { isStopped(by: .alert) }

  // The method compares numbers, because a comparison of error values takes longer than the
  // decryption of a small record.
  private func isStopped(by type: ContentType) -> Bool {
    guard case .unexpectedRecord(let number) = failure else { return false }
    return number == type.rawValue
  }
}
