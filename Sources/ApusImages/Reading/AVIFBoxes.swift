/// A box of an ISO base media file.
///
///     byte count (4), name (4), [byte count (8) where the first is 1], content
///
/// ISO 14496-12 section 4.2. A box with the byte count 0 extends to the end of its container.
struct AVIFBox {
  /// The file offset of the box name.
  let name: Int
  /// The byte range of the box content.
  let content: Range<Int>

  /// Returns whether the box name equals a text of four letters.
  func isNamed(_ wanted: String, in bytes: Span<UInt8>) -> Bool { bytes.has(wanted, at: name) }
}

/// A reader of AVIF boxes, which counts the boxes for the limit.
struct AVIFBoxes {
  private let limits: ImageLimits
  private var count = 0

  init(limits: ImageLimits) { self.limits = limits }

  /// Adds a number of boxes or table entries to the count. Throws an error if the count exceeds the
  /// limit.
  mutating func add(_ more: Int) throws(ImageError) {
    // The sum cannot overflow, because the two numbers have at most 32 bits.
    count += more
    try limits.check(blockCount: count)
  }

  /// Returns all AVIF boxes in a byte range.
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
        // A box with a byte count of 2^56 or more is longer than any file.
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

  /// Returns the first AVIF box with a name in a byte range. The value is `nil` if no box has the
  /// name.
  mutating func first(
    _ name: String, in range: Range<Int>, of bytes: Span<UInt8>
  ) throws(ImageError) -> AVIFBox? {
    try all(in: range, of: bytes).first { $0.isNamed(name, in: bytes) }
  }

  /// Returns the content of the nested AVIF box at a path of box names. The value is `nil` if a box
  /// of the path is missing.
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
