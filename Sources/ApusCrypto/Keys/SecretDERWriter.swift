internal import ApusBytes

/// A DER writer for secrets, which writes backward from the end into memory that is wiped.
///
/// The writer starts with the last value, so each length is known before its header is written.
/// `DERWriter` is unsuitable, because a growing array leaves copies of secrets in its former
/// memory. X.690 section 10, which RFC 5280 section 4.1 requires.
struct SecretDERWriter: ~Copyable {
  private var memory: SecretBytes
  private var start: Int

  /// Creates a secret DER writer with a fixed capacity, which the output must not exceed.
  init(capacity: Int) {
    memory = SecretBytes(zeros: capacity)
    start = capacity
  }

  /// Writes bytes before the existing output.
  mutating func prepend(_ bytes: Span<UInt8>) {
    start -= bytes.count
    memory.withMutableBytes { $0.copy(bytes, at: start) }
  }

  /// Writes a DER value before the existing output. The closure `body` writes the content of the
  /// value.
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

  /// Writes a nonnegative INTEGER from its big-endian bytes.
  ///
  /// The running time and the length of the output reveal the number of leading zeros of the
  /// integer. The running time and the length also reveal the highest bit of the first nonzero
  /// byte.
  mutating func prependInteger(_ magnitude: Span<UInt8>) {
    var zeroCount = 0
    while zeroCount < magnitude.count, magnitude[zeroCount] == 0 { zeroCount += 1 }
    prepend(0x02) { content in
      content.prepend(magnitude.extracting(droppingFirst: zeroCount))
      let isLeadingBitSet = zeroCount == magnitude.count || magnitude[zeroCount] >= 0x80
      if isLeadingBitSet { content.prepend([0].span) }
    }
  }

  /// Returns the complete DER output of the writer.
  consuming func finish() -> SecretBytes {
    let start = start
    return memory.withBytes { SecretBytes(copying: $0.extracting(droppingFirst: start)) }
  }
}
