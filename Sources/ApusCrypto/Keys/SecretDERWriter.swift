internal import ApusBytes

/// Writes DER that contains secrets, from its end to its beginning, into memory that is wiped.
///
/// The last value is written first, so that every length is known in time and nothing ever moves.
/// `DERWriter` grows, and leaves copies in the memory it has outgrown. X.690 section 10, which RFC
/// 5280 section 4.1 requires.
struct SecretDERWriter: ~Copyable {
  private var memory: SecretBytes
  private var start: Int

  /// Creates a writer with a fixed capacity, which the output must not exceed.
  init(capacity: Int) {
    memory = SecretBytes(zeros: capacity)
    start = capacity
  }

  /// Writes bytes before the existing output.
  mutating func prepend(_ bytes: Span<UInt8>) {
    start -= bytes.count
    memory.withMutableBytes { $0.copy(bytes, at: start) }
  }

  /// Writes a value before the existing output; `body` writes its content.
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

  /// Writes a nonnegative INTEGER, the highest byte first.
  ///
  /// The running time and the length of the output reveal the number of its leading zeros, and
  /// whether the next bit is set.
  mutating func prependInteger(_ magnitude: Span<UInt8>) {
    var zeroCount = 0
    while zeroCount < magnitude.count, magnitude[zeroCount] == 0 { zeroCount += 1 }
    prepend(0x02) { content in
      content.prepend(magnitude.extracting(droppingFirst: zeroCount))
      let isLeadingBitSet = zeroCount == magnitude.count || magnitude[zeroCount] >= 0x80
      if isLeadingBitSet { content.prepend([0].span) }
    }
  }

  /// Returns the output.
  consuming func finish() -> SecretBytes {
    let start = start
    return memory.withBytes { SecretBytes(copying: $0.extracting(droppingFirst: start)) }
  }
}
