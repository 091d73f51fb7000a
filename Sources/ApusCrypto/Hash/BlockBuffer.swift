/// The incomplete last block of a hashed message, and the length of the message.
///
/// The hash functions MD5, SHA-1 and SHA-2 differ in their compression functions. The buffer
/// divides the message into blocks and pads the last block for all of these hash functions.
struct BlockBuffer<let blockByteCount: Int>: Sendable {
  private var bytes = InlineArray<blockByteCount, UInt8>(repeating: 0)
  private var count = 0
  private var messageByteCount: UInt64 = 0

  /// Adds bytes of the message. The closure `compress` receives as many complete blocks at once as
  /// possible.
  mutating func absorb<State>(
    _ more: Span<UInt8>, into state: inout State, _ compress: (inout State, Span<UInt8>) -> Void
  ) {
    messageByteCount &+= UInt64(more.count)
    var taken = 0
    if count > 0 {
      taken = min(blockByteCount &- count, more.count)
      for index in 0..<taken { bytes[count &+ index] = more[index] }
      count &+= taken
      guard count == blockByteCount else { return }
      compress(&state, bytes.span)
      count = 0
    }
    let left = (more.count &- taken) % blockByteCount
    let end = more.count &- left
    if taken < end { compress(&state, more.extracting(taken..<end)) }
    for index in 0..<left { bytes[index] = more[end &+ index] }
    count = left
  }

  /// Ends the message with a one bit, zeros, and the number of message bits in the last bytes of a
  /// block.
  ///
  /// A message of 2^61 bytes would overflow the eight bytes of the length, but no caller can pass
  /// so many bytes. FIPS 180-4 section 5.1.
  mutating func pad<State>(
    lengthByteCount: Int, order: LengthOrder = .highByteFirst, into state: inout State,
    _ compress: (inout State, Span<UInt8>) -> Void
  ) {
    bytes[count] = 0x80
    for index in count &+ 1..<blockByteCount { bytes[index] = 0 }
    if count >= blockByteCount &- lengthByteCount {
      compress(&state, bytes.span)
      for index in 0..<blockByteCount { bytes[index] = 0 }
    }
    var span = bytes.mutableSpan
    let bitCount = messageByteCount &<< 3
    switch order {
    case .highByteFirst: span.storeBigEndian(bitCount, at: blockByteCount &- 8)
    case .lowByteFirst: span.storeLittleEndian(bitCount, at: blockByteCount &- 8)
    }
    compress(&state, bytes.span)
  }
}

/// The byte order of the message length that follows the padding.
enum LengthOrder {
  /// The highest byte of the message length is first, as in FIPS 180-4 section 5.1.
  case highByteFirst
  /// The lowest byte of the message length is first, as in RFC 1321 section 3.2.
  case lowByteFirst
}
