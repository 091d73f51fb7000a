/// An object identifier (OID), which is a globally unique name.
///
/// An object identifier stores the bytes of its DER content. Each object identifier has exactly one
/// encoding, so a comparison compares the bytes. A content of up to sixteen bytes is stored in the
/// value itself, which is enough for nearly every object identifier. A longer content uses an
/// array.
public struct OID: Hashable, Sendable {
  @usableFromInline
  enum Storage: Hashable, Sendable {
    /// A DER content of up to sixteen bytes without a leading zero byte, as one big-endian number
    /// in two halves.
    case short(UInt64, UInt64)
    case long([UInt8])
  }

  @usableFromInline let storage: Storage

  /// Creates an object identifier from a DER content of up to sixteen bytes, written as a
  /// hexadecimal number.
  @inlinable @inline(__always)
  init(known content: UInt128) {
    storage = .short(
      UInt64(truncatingIfNeeded: content >> 64), UInt64(truncatingIfNeeded: content))
  }

  init(_ storage: Storage) {
    self.storage = storage
  }

  @inlinable
  public static func == (left: OID, right: OID) -> Bool {
    switch (left.storage, right.storage) {
    case (.short(let high, let low), .short(let otherHigh, let otherLow)):
      high == otherHigh && low == otherLow
    case (.long(let bytes), .long(let others)): bytes == others
    case (.short, .long), (.long, .short): false
    }
  }

  /// The DER content of the object identifier.
  public var bytes: [UInt8] {
    switch storage {
    case .long(let bytes):
      return bytes
    case .short(let high, let low):
      let content = UInt128(high) << 64 | UInt128(low)
      let count = 16 - content.leadingZeroBitCount / 8
      return (0..<count).map { UInt8(truncatingIfNeeded: content >> UInt128(8 * (count - 1 - $0))) }
    }
  }
}

/// The content of an OBJECT IDENTIFIER, which is a sequence of numbers in base 128.
///
///     each number: 1xxxxxxx … 0xxxxxxx, the first digit not zero
///     the first number: 40 times the first arc, which is 0, 1 or 2, plus the second
///
/// X.690 section 8.19, which RFC 5280 section 4.1 requires. A number of more than 128 bits is
/// rejected. The longest numbers in use have exactly 128 bits, in the object identifiers of UUIDs
/// under 2.25.
extension OID {
  /// Reads an object identifier from its DER content in a range of the bytes.
  public init(_ content: Range<Int>, in bytes: Span<UInt8>) throws(ASN1Error) {
    let start = content.lowerBound
    if let short = OID(short: content, in: bytes) {
      self = short
      return
    }
    let content = bytes.extracting(content)
    if let error = OID.failure(of: content, at: start) { throw error }
    self.init(.long(content.copy()))
  }

  /// Reads a short valid object identifier in a single pass.
  @inline(__always)
  private init?(short content: Range<Int>, in bytes: Span<UInt8>) {
    guard 1...16 ~= content.count, bytes[content.lowerBound] != 0 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var previous: UInt8 = 0
    for index in content {
      let byte = bytes[index]
      guard byte != 0x80 || previous >= 0x80 else { return nil }
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(byte)
      previous = byte
    }
    guard previous < 0x80 else { return nil }
    self.init(.short(high, low))
  }

  /// Returns a Boolean value that indicates whether a range of the bytes is the DER content of the
  /// object identifier.
  public func matches(_ content: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    switch storage {
    case .short:
      return OID(short: content, in: bytes) == self
    case .long(let own):
      guard own.count == content.count else { return false }
      for index in own.indices where own[index] != bytes[content.lowerBound + index] {
        return false
      }
      return true
    }
  }

  private static func failure(of content: Span<UInt8>, at start: Int) -> ASN1Error? {
    guard !content.isEmpty else {
      return .wrongByteCount(at: start, found: 0, allowed: 1...Int.max)
    }
    var arcStart = 0
    for index in content.indices {
      let byte = content[index]
      if index == arcStart, byte == 0x80 { return .arcNotMinimal(at: start + index) }
      // Nineteen digits of seven bits are 133 bits, so the first five bits must be zero in a number
      // of 128 bits.
      let digitCount = index - arcStart + 1
      if digitCount > 19 || digitCount == 19 && content[arcStart] & 0x7f > 0x03 {
        return .arcTooLarge(at: start + arcStart)
      }
      if byte < 0x80 { arcStart = index + 1 }
    }
    return arcStart == content.count ? nil : .arcTruncated(at: start + arcStart)
  }
}

extension ASN1.Element {
  /// Returns the object identifier in the element.
  /// An object identifier of up to sixteen bytes needs no allocation.
  public func oid(in bytes: Span<UInt8>) throws(ASN1Error) -> OID {
    try OID(content, in: bytes)
  }
}
