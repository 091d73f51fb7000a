internal import ApusBytes
internal import ApusCrypto
internal import CApus

/// The keys that protect one direction of a connection, and the number of the next record.
///
/// It lies in heap memory, is never copied, and is wiped when its owner lets go of it. RFC 8446
/// section 5.2, RFC 5246 section 6.2.3.3.
@safe
struct RecordProtection: ~Copyable {
  let suite: TLS.CipherSuite
  private let state: UnsafeMutablePointer<apus_record_protection>

  /// Protects by a key and a nonce base, of the lengths that the suite has them in.
  init(_ suite: TLS.CipherSuite, key: borrowing SecretBytes, iv: borrowing SecretBytes) {
    self.suite = suite
    // SAFETY: allocated here, wiped and freed in deinit, never handed out.
    unsafe state = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<apus_record_protection>.size, alignment: 64
    ).bindMemory(to: apus_record_protection.self, capacity: 1)
    let version = suite.version == .tls13 ? APUS_RECORD_TLS_1_3 : APUS_RECORD_TLS_1_2
    let algorithm = suite.cipher.shim
    // SAFETY: C reads both spans within this call, and sets all of the state.
    let result = key.withBytes { key in
      iv.withBytes { iv in
        unsafe key.withUnsafeBufferPointer { key in
          unsafe iv.withUnsafeBufferPointer { iv in
            unsafe apus_record_init(
              state, version, algorithm, apus_aead_best_tier(algorithm), key.baseAddress, key.count,
              iv.baseAddress, iv.count)
          }
        }
      }
    }
    precondition(result == APUS_AEAD_OK, "a key and a nonce base of the suite's lengths")
  }

  deinit {
    // SAFETY: the block of init, of which no one else has the address.
    unsafe apus_record_wipe(state)
    unsafe UnsafeMutableRawPointer(state).deallocate()
  }

  /// How many bytes the nonce base of a suite has. RFC 8446 section 5.3, RFC 5288 section 3.
  static func ivByteCount(_ suite: TLS.CipherSuite) -> Int {
    suite.version == .tls12 && suite.cipher != .chaCha20Poly1305 ? 4 : 12
  }

  /// How many records the key has protected.
  var recordCount: UInt64 {
    // SAFETY: the block of init, which is borrowed with self.
    unsafe state.pointee.sequence
  }

  /// Passes by the numbers up to another, as if so many records had been protected.
  ///
  /// There is no way back: a number that was used once would be a nonce that is used twice.
  mutating func advance(to number: UInt64) {
    precondition(number >= recordCount, "no record's number is used twice")
    // SAFETY: the block of init, which is lent to no one else.
    unsafe state.pointee.sequence = number
  }

  /// How far the key is used up.
  var use: KeyUse { RecordLimits.keyUse(suite.cipher, recordCount: recordCount) }
}

// It is changed only by its exclusive owner.
extension RecordProtection: @unchecked Sendable {}

// MARK: Sealing

extension RecordProtection {
  /// How many bytes so much plaintext takes in records of at most `limit` bytes of it each.
  func sealedByteCount(_ count: Int, limit: Int) -> Int {
    // SAFETY: C reads the state within this call.
    unsafe apus_records_sealed_count(state, count, limit)
  }

  /// Seals what three pieces are, one behind the other, and appends the records.
  ///
  /// No plaintext makes no record.
  mutating func seal(
    _ type: ContentType, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>,
    limit: Int, to output: inout [UInt8]
  ) throws(TLSError) {
    try seal(typeNumber: type.rawValue, first, second, third, limit: limit, to: &output)
  }

  /// The same, for a content type by its number, which need be none.
  mutating func seal(
    typeNumber: UInt8, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>,
    limit: Int, to output: inout [UInt8]
  ) throws(TLSError) {
    let count = first.count + second.count + third.count
    let needed = sealedByteCount(count, limit: limit)
    var result = APUS_RECORD_OK
    output.append(addingCapacity: needed) { output in
      // SAFETY: each piece is lent for the length of its call, as is the output, of which the free
      // part is C's to write to.
      unsafe first.withUnsafeBufferPointer { first in
        unsafe second.withUnsafeBufferPointer { second in
          unsafe third.withUnsafeBufferPointer { third in
            unsafe output.withUnsafeMutableBufferPointer { output, filled in
              let free = unsafe UnsafeMutableBufferPointer(rebasing: output[filled...])
              var written = 0
              result = unsafe seal(typeNumber, first, second, third, limit, to: free, &written)
              filled += written
            }
          }
        }
      }
    }
    guard result == APUS_RECORD_OK else { throw .keySpent }
  }

  private mutating func seal(
    _ typeNumber: UInt8, _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>,
    _ third: UnsafeBufferPointer<UInt8>, _ limit: Int,
    to output: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int
  ) -> apus_record_result {
    // SAFETY: the list is all initialised, C reads it and what it points to within this call, and
    // writes no more than the output has room for.
    unsafe withUnsafeTemporaryAllocation(of: apus_fragment.self, capacity: 3) { pieces in
      unsafe pieces.initializeElement(
        at: 0, to: apus_fragment(bytes: first.baseAddress, count: first.count))
      unsafe pieces.initializeElement(
        at: 1, to: apus_fragment(bytes: second.baseAddress, count: second.count))
      unsafe pieces.initializeElement(
        at: 2, to: apus_fragment(bytes: third.baseAddress, count: third.count))
      return unsafe apus_records_seal(
        state, typeNumber, pieces.baseAddress, pieces.count, limit, output.baseAddress,
        output.count, &written)
    }
  }
}

// MARK: Opening

extension RecordProtection {
  /// What was opened: application data, then at most one record of another type.
  struct Opened {
    /// How many bytes the opened records had.
    var consumedCount = 0
    var applicationCount = 0
    /// The content type of the other record; nil if there is none.
    var otherType: UInt8?
    /// How many bytes it has, behind the application data.
    var otherCount = 0
    /// Whether the last record had no content.
    var isLastEmpty = false
    /// What is wrong with the record behind all these.
    var failure: TLSError?
  }

  /// Opens whole records from the front of a range, and writes what they hold where they lay or
  /// before it.
  ///
  /// It ends behind a record that is not application data or has no content, and where the next
  /// record is not whole.
  mutating func open(
    _ bytes: inout MutableSpan<UInt8>, sealed: Range<Int>, to start: Int, limit: Int
  ) -> Opened {
    precondition(
      start <= sealed.lowerBound && sealed.upperBound <= bytes.count,
      "what is opened lies before what was sealed")
    var opened = apus_opened()
    // SAFETY: C reads the sealed range and writes from the start to its end, both within the span,
    // within this call.
    let result = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe apus_records_open(
        state, bytes.baseAddress.map { unsafe UnsafePointer($0 + sealed.lowerBound) },
        sealed.count, limit, bytes.baseAddress.map { unsafe $0 + start }, sealed.upperBound - start,
        &opened)
    }
    let behind = sealed.lowerBound + opened.consumed
    return Opened(
      consumedCount: opened.consumed, applicationCount: opened.application_count,
      otherType: opened.other_type == 0 ? nil : opened.other_type, otherCount: opened.other_count,
      isLastEmpty: opened.empty_count > 0,
      failure: failure(result, bytes.span.extracting(behind..<sealed.upperBound)))
  }

  /// What the shim has against a record, in the words of this module.
  private func failure(_ result: apus_record_result, _ record: Span<UInt8>) -> TLSError? {
    switch result {
    case APUS_RECORD_OK, APUS_RECORD_INCOMPLETE: nil
    case APUS_RECORD_UNEXPECTED_TYPE: .unexpectedRecord(type: record.isEmpty ? 0 : record[0])
    case APUS_RECORD_BAD_VERSION:
      .wrongRecordVersion(record.count < 3 ? 0 : UInt16(record[1]) << 8 | UInt16(record[2]))
    case APUS_RECORD_OVERFLOW: .recordTooLong
    case APUS_RECORD_FORGED: .forgedRecord
    case APUS_RECORD_NO_CONTENT_TYPE: .recordWithoutType
    // Opened where it lay a record always has room, and the key is ready since init.
    default: .keySpent
    }
  }
}

/// The key of one direction of a connection, once there is one.
struct RecordKey: ~Copyable, Sendable {
  var protection: RecordProtection?

  /// Whether there is a key.
  var isSet: Bool { protection != nil }

  /// How far the key is used up.
  var use: KeyUse {
    switch protection {
    case .some(let protection): protection.use
    case nil: .fresh
    }
  }

  /// How many records the key has protected or opened.
  var recordCount: UInt64 {
    switch protection {
    case .some(let protection): protection.recordCount
    case nil: 0
    }
  }

  /// Skips the numbers of records up to another, of which both sides must know.
  mutating func advance(to number: UInt64) { protection?.advance(to: number) }
}
