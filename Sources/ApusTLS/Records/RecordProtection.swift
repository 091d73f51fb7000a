internal import ApusBytes
internal import ApusCrypto
internal import CApus

/// The traffic key for one direction of a TLS connection, and the number of the next record.
///
/// The traffic key is stored on the heap and is never copied. The traffic key is wiped when its
/// owner releases the value. RFC 8446 section 5.2, RFC 5246 section 6.2.3.3.
@safe
struct RecordProtection: ~Copyable {
  let suite: TLS.CipherSuite
  private let state: UnsafeMutablePointer<apus_record_protection>

  /// Creates the record encryption for a cipher suite from a traffic key and a nonce base (IV).
  init(_ suite: TLS.CipherSuite, key: borrowing SecretBytes, iv: borrowing SecretBytes) {
    self.suite = suite
    // SAFETY: this initializer allocates the memory, deinit wipes and frees the memory, and no
    // method exposes the address.
    unsafe state = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<apus_record_protection>.size, alignment: 64
    ).bindMemory(to: apus_record_protection.self, capacity: 1)
    let version = suite.version == .tls13 ? APUS_RECORD_TLS_1_3 : APUS_RECORD_TLS_1_2
    let algorithm = suite.cipher.shim
    // SAFETY: the C function reads both spans within this call, and initializes the whole state.
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
    precondition(
      result == APUS_AEAD_OK, "the key and the nonce base have the wrong lengths for the suite")
  }

  deinit {
    // SAFETY: the initializer allocated the memory, and no method has exposed its address.
    unsafe apus_record_wipe(state)
    unsafe UnsafeMutableRawPointer(state).deallocate()
  }

  /// Returns the number of bytes of the nonce base (IV) of a cipher suite. RFC 8446 section 5.3,
  /// RFC 5288 section 3.
  static func ivByteCount(_ suite: TLS.CipherSuite) -> Int {
    suite.version == .tls12 && suite.cipher != .chaCha20Poly1305 ? 4 : 12
  }

  /// The number of records that the traffic key has protected.
  var recordCount: UInt64 {
    // SAFETY: the initializer allocated the memory, which is borrowed with self.
    unsafe state.pointee.sequence
  }

  /// Advances the record number, as if the traffic key had protected the skipped records.
  ///
  /// The record number never decreases, because a repeated record number would repeat a nonce.
  mutating func advance(to number: UInt64) {
    precondition(number >= recordCount, "the record number was used already")
    // SAFETY: the initializer allocated the memory, and no other code accesses the memory.
    unsafe state.pointee.sequence = number
  }

  /// The usage state of the traffic key compared to its maximum number of records.
  var use: KeyUse { RecordLimits.keyUse(suite.cipher, recordCount: recordCount) }
}

// Only the exclusive owner of the value changes the state in memory.
extension RecordProtection: @unchecked Sendable {}

// MARK: Sealing

extension RecordProtection {
  /// Returns the total length in bytes of the encrypted records for a number of plaintext bytes.
  ///
  /// Each record contains at most `limit` bytes of plaintext.
  func sealedByteCount(_ count: Int, limit: Int) -> Int {
    // SAFETY: the C function reads the state within this call.
    unsafe apus_records_sealed_count(state, count, limit)
  }

  /// Encrypts the concatenation of three plaintext spans, and appends the records to the output.
  ///
  /// An empty plaintext creates no record.
  mutating func seal(
    _ type: ContentType, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>,
    limit: Int, to output: inout [UInt8]
  ) throws(TLSError) {
    try seal(typeNumber: type.rawValue, first, second, third, limit: limit, to: &output)
  }

  /// Encrypts the concatenation of three plaintext spans in records of any content type.
  mutating func seal(
    typeNumber: UInt8, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>,
    limit: Int, to output: inout [UInt8]
  ) throws(TLSError) {
    let count = first.count + second.count + third.count
    let needed = sealedByteCount(count, limit: limit)
    var result = APUS_RECORD_OK
    output.append(addingCapacity: needed) { output in
      // SAFETY: each piece is valid during its call, and so is the output, whose free part C may
      // write to.
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
    // SAFETY: the list is fully initialized, C reads the list and its targets within this call, and
    // C writes no more bytes than the output can contain.
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
  /// The result of a decryption: application data, followed by at most one control record.
  struct Opened {
    /// The total number of bytes of the decrypted records.
    var consumedCount = 0
    var applicationCount = 0
    /// The content type of the control record after the application data, or `nil` if there is
    /// none.
    var otherType: UInt8?
    /// The number of content bytes of the control record after the application data.
    var otherCount = 0
    /// A Boolean value that indicates whether the last decrypted record had no content.
    var isLastEmpty = false
    /// The error of the first record that could not be decrypted, or `nil` without an error.
    var failure: TLSError?
  }

  /// Decrypts the complete records of a buffer range, and writes their content to the same or an
  /// earlier position.
  ///
  /// The decryption stops before an incomplete record, after an empty record, and after a control
  /// record.
  mutating func open(
    _ bytes: inout MutableSpan<UInt8>, sealed: Range<Int>, to start: Int, limit: Int
  ) -> Opened {
    precondition(
      start <= sealed.lowerBound && sealed.upperBound <= bytes.count,
      "the output must be before the input")
    var opened = apus_opened()
    // SAFETY: C reads the encrypted range and writes from the start to the end of this range,
    // within the span and within this call.
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

  /// Converts the result of the C function for a record to a TLS error.
  private func failure(_ result: apus_record_result, _ record: Span<UInt8>) -> TLSError? {
    switch result {
    case APUS_RECORD_OK, APUS_RECORD_INCOMPLETE: nil
    case APUS_RECORD_UNEXPECTED_TYPE: .unexpectedRecord(type: record.isEmpty ? 0 : record[0])
    case APUS_RECORD_BAD_VERSION:
      .wrongRecordVersion(record.count < 3 ? 0 : UInt16(record[1]) << 8 | UInt16(record[2]))
    case APUS_RECORD_OVERFLOW: .recordTooLong
    case APUS_RECORD_FORGED: .forgedRecord
    case APUS_RECORD_NO_CONTENT_TYPE: .recordWithoutType
    // The only other failure is an exhausted key, because decryption in place always has enough
    // space.
    default: .keySpent
    }
  }
}

/// The optional traffic key of one direction of a connection. The key is missing before the
/// direction is encrypted.
struct RecordKey: ~Copyable, Sendable {
  var protection: RecordProtection?

  /// A Boolean value that indicates whether the direction has a traffic key.
  var isSet: Bool { protection != nil }

  /// The usage state of the traffic key compared to its maximum number of records.
  var use: KeyUse {
    switch protection {
    case .some(let protection): protection.use
    case nil: .fresh
    }
  }

  /// The number of records that the traffic key has encrypted or decrypted.
  var recordCount: UInt64 {
    switch protection {
    case .some(let protection): protection.recordCount
    case nil: 0
    }
  }

  /// Advances the record number of the traffic key. The peer must advance its record number
  /// equally.
  mutating func advance(to number: UInt64) { protection?.advance(to: number) }
}
