internal import ApusBytes

/// Writes DER that holds secrets, from its end to its beginning, into memory that is wiped.
///
/// What stands last is written first, so that every length is known when it is written and nothing
/// ever moves: `DERWriter` grows, and leaves behind what it has grown out of. X.690 section 10, as
/// RFC 5280 section 4.1 asks for it.
struct SecretDERWriter: ~Copyable {
  private var memory: SecretBytes
  private var start: Int

  /// Starts with room for so many bytes, beyond which nothing may be written.
  init(capacity: Int) {
    memory = SecretBytes(zeros: capacity)
    start = capacity
  }

  /// Writes bytes in front of what has been written.
  mutating func prepend(_ bytes: Span<UInt8>) {
    start -= bytes.count
    memory.withMutableBytes { $0.copy(bytes, at: start) }
  }

  /// Writes a value, whose content is what `body` writes, in front of what has been written.
  mutating func prepend(_ identifier: UInt8, _ body: (inout SecretDERWriter) -> Void) {
    let end = start
    body(&self)
    let byteCount = end - start
    var header: [UInt8] = []
    var rest = byteCount
    while rest > 0 || header.isEmpty {
      header.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    if byteCount >= 0x80 { header.insert(0x80 | UInt8(header.count), at: 0) }
    header.insert(identifier, at: 0)
    prepend(header.span)
  }

  /// Writes an INTEGER that is not below zero, the highest byte first.
  ///
  /// How many zeros it begins with, and whether the next bit is set, is told by the time and by the
  /// length of what is written.
  mutating func prependInteger(_ magnitude: Span<UInt8>) {
    var zeroCount = 0
    while zeroCount < magnitude.count, magnitude[zeroCount] == 0 { zeroCount += 1 }
    prepend(0x02) { content in
      content.prepend(magnitude.extracting(droppingFirst: zeroCount))
      let isLeadingBitSet = zeroCount == magnitude.count || magnitude[zeroCount] >= 0x80
      if isLeadingBitSet { content.prepend([0].span) }
    }
  }

  /// What has been written.
  consuming func finish() -> SecretBytes {
    let start = start
    return memory.withBytes { SecretBytes(copying: $0.extracting(droppingFirst: start)) }
  }
}
