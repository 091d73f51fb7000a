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
