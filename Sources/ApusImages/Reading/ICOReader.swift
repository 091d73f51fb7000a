/// A reader of icon directories and of the headers of the icon's pictures.
///
///     0 (2), 1 (2), count (2), entries
///     entry: width (1), height (1), colours (1), 0 (1), planes (2), bits per pixel (2),
///            byte count (4), offset (4)
///
/// A picture of an icon is a PNG file or a bitmap without a file header. Such a bitmap has twice
/// the height of the picture, because its second half is the mask of transparent pixels. The size
/// of the icon is the size of the largest picture, from the picture's own header.
enum ICOReader {
  private static let entryByteCount = 16

  /// Returns whether the bytes begin with an icon directory.
  static func hasDirectory(_ bytes: Span<UInt8>) -> Bool {
    // The reserved byte of the first icon entry is zero, or 255 in the files of some programs.
    bytes.has([0, 0, 1, 0], at: 0) && !bytes.has([0, 0], at: 4)
      && (bytes.has([0], at: 9) || bytes.has([255], at: 9))
  }

  static func facts(
    of bytes: Span<UInt8>, limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    let count = try bytes.number(2, at: 4, .little, of: .ico)
    try limits.check(frameCount: count)
    var largest: ImageFacts?
    for index in 0..<count {
      let entry = 6 + index * entryByteCount
      let byteCount = try bytes.number(4, at: entry + 8, .little, of: .ico)
      let offset = try bytes.number(4, at: entry + 12, .little, of: .ico)
      guard offset >= 6 + count * entryByteCount, byteCount > 0 else {
        throw .malformed(.ico, .structure, at: entry)
      }
      guard offset + byteCount <= bytes.count else { throw .truncated(.ico, at: entry) }
      let picture = bytes.extracting(offset..<offset + byteCount)
      let size = try size(of: picture)
      var facts = try ImageFacts(
        .ico, width: size.width, height: size.height, at: offset, limits: limits)
      facts.frameCount = count
      facts.hasAlpha = true
      facts.isLossless = true
      if size.width * size.height > (largest?.width ?? 0) * (largest?.height ?? 0) {
        largest = facts
      }
    }
    guard let largest else { throw .malformed(.ico, .frames, at: 4) }
    return largest
  }

  private static func size(
    of picture: Span<UInt8>
  ) throws(ImageError) -> (width: Int, height: Int) {
    if ImageKind(recognizing: picture) == .png {
      let header = try PNGHeader(reading: picture)
      return (header.width, header.height)
    }
    let bitmap = try BMPReader.bitmap(of: picture, at: 0)
    guard bitmap.height % 2 == 0 else { throw .malformed(.ico, .dimensions, at: 0) }
    return (bitmap.width, bitmap.height / 2)
  }
}
