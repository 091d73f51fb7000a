internal import ApusBytes

/// A converter that makes pixels from the decompressed rows of a PNG image.
///
/// PNG 3 section 7.2. Each row consists of a byte for the filter and the bytes of its pixels.
struct PNGRows {
  private let header: PNGHeader
  private let expansion: PNGExpansion
  private let passes: [PNGPass]
  /// The distance in bytes to the corresponding byte of the pixel to the left. The distance is one
  /// for pixels of fewer than 8 bits.
  private let step: Int

  private var pixels: [UInt8]
  private var row: [UInt8]
  private var above: [UInt8]
  private var pass = 0
  private var rowOfPass = 0

  /// Allocates the memory for the pixels. Throws an error if the compressed data are too short for
  /// the pixels.
  ///
  /// One compressed byte of zlib gives at most 1,032 bytes.
  init(_ outline: PNGOutline, _ bytes: Span<UInt8>) throws(ImageError) {
    header = outline.header
    expansion = try PNGExpansion(outline, bytes)
    passes = PNGPass.all(of: header)
    step = max(1, header.bitCount / 8)
    let compressed = outline.data.reduce(0) { $0 + $1.content.count }
    // The sum cannot overflow, because the width and the height are within the limits.
    let needed = passes.reduce(0) { $0 + (1 + $1.rowByteCount(outline.header)) * $1.height }
    guard needed / 1_032 <= compressed else {
      throw .malformed(.png, .pixelCount, at: outline.data.last?.end ?? 0)
    }
    let longest = passes.map { $0.rowByteCount(outline.header) }.max() ?? 0
    pixels = Array(repeating: 0, count: header.width * header.height * 4)
    row = Array(repeating: 0, count: longest)
    above = row
  }

  /// The number of bytes of the longest pixel row, including the byte for its filter.
  var longestRow: Int { row.count + 1 }

  /// Processes all complete pixel rows, and returns the number of processed bytes.
  mutating func add(_ bytes: Span<UInt8>, at offset: Int) throws(ImageError) -> Int {
    var used = 0
    while pass < passes.count {
      let byteCount = passes[pass].rowByteCount(header)
      guard bytes.count - used > byteCount else { return used }
      guard let filter = PNGFilter(rawValue: bytes[used]) else {
        throw .malformed(.png, .encoding, at: offset)
      }
      let source = bytes.extracting(used + 1..<used + 1 + byteCount)
      try addRow(source, filter, at: offset)
      used += 1 + byteCount
    }
    guard used == bytes.count else { throw .malformed(.png, .pixelCount, at: offset) }
    return used
  }

  /// Returns the picture after all pixel rows were processed. Throws an error if rows are missing.
  consuming func finish() throws(ImageError) -> ImagePixels {
    guard pass == passes.count else { throw .malformed(.png, .pixelCount, at: 0) }
    return ImagePixels(width: header.width, height: header.height, rgba: pixels)
  }

  private mutating func addRow(
    _ source: Span<UInt8>, _ filter: PNGFilter, at offset: Int
  ) throws(ImageError) {
    let current = passes[pass]
    filter.undo(source, into: &row, above: above, step: step)
    let start = ((current.y + rowOfPass * current.stepY) * header.width + current.x) * 4
    let place = PNGExpansion.Place(start: start, step: current.stepX * 4, count: current.width)
    guard expansion.expand(row, into: &pixels, at: place) else {
      throw .malformed(.png, .palette, at: offset)
    }
    swap(&row, &above)
    rowOfPass += 1
    guard rowOfPass == current.height else { return }
    pass += 1
    rowOfPass = 0
    // The row above the first row of a pass counts as zero.
    if pass < passes.count {
      for index in above.indices { above[index] = 0 }
    }
  }
}

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

/// An interlacing pass, which stores a part of the pixels of a PNG image.
///
/// PNG 3 section 8.1. Adam7 has seven passes. Each pass is a small image with a regular selection
/// of the large image's pixels. The list of passes omits empty passes.
struct PNGPass: Equatable {
  /// The column and the row of the pass's first pixel, and the distances between its pixels.
  let x: Int
  let y: Int
  let stepX: Int
  let stepY: Int
  /// The number of pixels in a row of the pass, and the number of its rows.
  let width: Int
  let height: Int

  /// Creates an interlacing pass of an image. The result is `nil` if the pass contains no pixels.
  private init?(_ header: PNGHeader, from start: (Int, Int), by step: (Int, Int)) {
    (x, y) = start
    (stepX, stepY) = step
    width = (header.width - x + stepX - 1) / stepX
    height = (header.height - y + stepY - 1) / stepY
    guard header.width > x, header.height > y else { return nil }
  }

  /// Returns the number of bytes of a pixel row, without the byte for its filter.
  ///
  /// The product cannot overflow, because a row has at most 2^31 pixels of 64 bits.
  func rowByteCount(_ header: PNGHeader) -> Int { (width * header.bitCount + 7) / 8 }

  static func all(of header: PNGHeader) -> [PNGPass] {
    guard header.isInterlaced else {
      return [PNGPass(header, from: (0, 0), by: (1, 1))].compactMap { $0 }
    }
    return [
      PNGPass(header, from: (0, 0), by: (8, 8)), PNGPass(header, from: (4, 0), by: (8, 8)),
      PNGPass(header, from: (0, 4), by: (4, 8)), PNGPass(header, from: (2, 0), by: (4, 4)),
      PNGPass(header, from: (0, 2), by: (2, 4)), PNGPass(header, from: (1, 0), by: (2, 2)),
      PNGPass(header, from: (0, 1), by: (1, 2)),
    ].compactMap { $0 }
  }
}
