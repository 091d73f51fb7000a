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
