internal import ApusBytes

/// The five PNG filters, which encode the bytes of a row by the bytes to the left and above.
///
/// PNG 3 section 9.2. The variable `a` is the byte of the pixel to the left, `b` is the byte above,
/// and `c` is the byte above `a`. Bytes outside the image are zero.
enum PNGFilter: UInt8 {
  case none = 0
  case left = 1
  case up = 2
  case average = 3
  case paeth = 4

  /// Restores the bytes of a row that was encoded with the PNG filter.
  ///
  /// - Parameters:
  ///   - source: The filtered bytes of the row.
  ///   - row: The array for the restored bytes, which has at least the length of the source.
  ///   - above: The restored bytes of the row above, which has at least the length of the source.
  ///   - step: The number of bytes of a pixel, which is at least one and at most the length of the
  ///     row.
  func undo(
    _ source: Span<UInt8>, into row: inout [UInt8], above: [UInt8], step: Int
  ) {
    let count = source.count
    var row = row.mutableSpan
    let above = above.span
    precondition(row.count >= count && above.count >= count && step > 0 && step <= count)
    switch self {
    case .none: row.replace(at: 0, with: source)
    case .left:
      row.replace(at: 0, with: source.extracting(0..<step))
      for index in step..<count { row[index] = source[index] &+ row[index &- step] }
    case .up:
      for index in 0..<count { row[index] = source[index] &+ above[index] }
    case .average:
      for index in 0..<step { row[index] = source[index] &+ above[index] >> 1 }
      for index in step..<count {
        let sum = UInt16(row[index &- step]) &+ UInt16(above[index])
        row[index] = source[index] &+ UInt8(truncatingIfNeeded: sum >> 1)
      }
    case .paeth:
      // For the first pixel of a row, `a` and `c` are zero, so `b` is the nearest byte.
      for index in 0..<step { row[index] = source[index] &+ above[index] }
      for index in step..<count {
        row[index] =
          source[index]
          &+ Self.nearest(row[index &- step], above[index], above[index &- step])
      }
    }
  }

  /// Returns the byte among `a`, `b` and `c` that is nearest to `a + b - c`. Among equally near
  /// bytes, the function returns the first.
  @inline(__always)
  private static func nearest(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
    let (a16, b16, c16) = (Int16(a), Int16(b), Int16(c))
    let toA = abs(b16 &- c16)
    let toB = abs(a16 &- c16)
    let toC = abs(a16 &+ b16 &- c16 &- c16)
    if toA <= toB, toA <= toC { return a }
    return toB <= toC ? b : c
  }
}
