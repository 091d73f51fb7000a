/// A box of an ISO base media file.
///
///     byte count (4), name (4), [byte count (8) where the first is 1], content
///
/// ISO 14496-12 section 4.2. A count of 0 extends to the end of the container.
struct AVIFBox {
  /// The offset of the name.
  let name: Int
  /// The range of the content.
  let content: Range<Int>

  /// Returns whether it has that name of four letters.
  func isNamed(_ wanted: String, in bytes: Span<UInt8>) -> Bool { bytes.has(wanted, at: name) }
}

/// Finds boxes, and counts them.
struct AVIFBoxes {
  private let limits: ImageLimits
  private var count = 0

  init(limits: ImageLimits) { self.limits = limits }

  /// Counts boxes, or entries of tables.
  mutating func add(_ more: Int) throws(ImageError) {
    // Both are at most 32 bits.
    count += more
    try limits.check(blockCount: count)
  }

  /// All boxes in a range of the bytes.
  mutating func all(
    in range: Range<Int>, of bytes: Span<UInt8>
  ) throws(ImageError) -> [AVIFBox] {
    var boxes: [AVIFBox] = []
    var at = range.lowerBound
    while at < range.upperBound {
      try add(1)
      var start = at + 8
      var byteCount = try bytes.number(4, at: at, .big, of: .avif)
      if byteCount == 1 {
        // A count of 2^56 or more is longer than any file.
        guard try bytes.number(1, at: at + 8, .big, of: .avif) == 0 else {
          throw .malformed(.avif, .length, at: at)
        }
        byteCount = try bytes.number(7, at: at + 9, .big, of: .avif)
        start = at + 16
      } else if byteCount == 0 {
        byteCount = range.upperBound - at
      }
      guard byteCount >= start - at else { throw .malformed(.avif, .length, at: at) }
      guard byteCount <= range.upperBound - at else { throw .truncated(.avif, at: at) }
      boxes.append(AVIFBox(name: at + 4, content: start..<at + byteCount))
      at += byteCount
    }
    return boxes
  }

  /// The first box of a name in a range; nil if there is none.
  mutating func first(
    _ name: String, in range: Range<Int>, of bytes: Span<UInt8>
  ) throws(ImageError) -> AVIFBox? {
    try all(in: range, of: bytes).first { $0.isNamed(name, in: bytes) }
  }

  /// The content of the box that a path of names leads to; nil if there is none.
  mutating func content(
    at path: [String], in range: Range<Int>, of bytes: Span<UInt8>
  ) throws(ImageError) -> Range<Int>? {
    var range = range
    for name in path {
      guard let box = try first(name, in: range, of: bytes) else { return nil }
      range = box.content
    }
    return range
  }
}
