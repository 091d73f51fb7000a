/// One of the passes in which the pixels of an image are stored.
///
/// PNG 3 section 8.1. Adam7 has seven passes, each a small image with every few pixels of the large
/// one; empty ones are left out.
struct PNGPass: Equatable {
  /// The place of the first pixel, and the distances to the next.
  let x: Int
  let y: Int
  let stepX: Int
  let stepY: Int
  /// The number of pixels in a row, and of rows.
  let width: Int
  let height: Int

  /// A pass over an image; nil if none of its pixels are there.
  private init?(_ header: PNGHeader, from start: (Int, Int), by step: (Int, Int)) {
    (x, y) = start
    (stepX, stepY) = step
    width = (header.width - x + stepX - 1) / stepX
    height = (header.height - y + stepY - 1) / stepY
    guard header.width > x, header.height > y else { return nil }
  }

  /// The number of bytes of a row, without the byte of its filter.
  ///
  /// At most 2^31 pixels of 64 bits.
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
