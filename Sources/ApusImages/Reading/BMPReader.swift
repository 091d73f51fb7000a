/// A reader of the headers of Windows bitmaps, which icons also contain.
///
///     "BM", byte count (4), reserved (4), offset of the pixels (4)
///     header: its byte count (4), width (4), height (4), planes (2), bits per pixel (2),
///             compression (4), byte count of the pixels (4), resolution (8), colours (8),
///             masks of red, green, blue and alpha (16), more
///     OS/2:   12 (4), width (2), height (2), planes (2), bits per pixel (2)
///
/// The structures are `BITMAPFILEHEADER`, `BITMAPV5HEADER` and the earlier versions of the latter.
/// A negative height means that the rows are stored from the top. Uncompressed pixels must be
/// complete.
enum BMPReader {
  private enum Compression {
    static let none = 0
    static let bitFields = 3
    static let alphaBitFields = 6
  }

  /// Returns whether a bitmap header with a known length begins at an offset.
  static func hasHeader(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard let length = try? bytes.number(4, at: offset, .little, of: .bmp) else { return false }
    return length == 12 || 16...124 ~= length
  }

  static func facts(
    of bytes: Span<UInt8>, limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    let bitmap = try bitmap(of: bytes, at: 14)
    var facts = try ImageFacts(
      .bmp, width: bitmap.width, height: bitmap.height, at: 18, limits: limits)
    let pixels = try bytes.number(4, at: 10, .little, of: .bmp)
    if [Compression.none, Compression.bitFields].contains(bitmap.compression) {
      // A row of 65,535 pixels cannot overflow, but the caller may set higher limits.
      let (rowBits, overflow) = bitmap.width.multipliedReportingOverflow(by: bitmap.bitCount)
      guard !overflow else { throw .malformed(.bmp, .dimensions, at: 18) }
      let (size, isTooLarge) = ((rowBits + 31) / 32 * 4).multipliedReportingOverflow(
        by: bitmap.height)
      guard !isTooLarge, size <= bytes.count, pixels <= bytes.count - size else {
        throw .truncated(.bmp, at: bytes.count)
      }
    }
    facts.hasAlpha = bitmap.hasAlpha
    facts.isLossless = true
    return facts
  }

  /// The properties of a bitmap from its bitmap header.
  struct Bitmap {
    var width: Int
    var height: Int
    var bitCount: Int
    var compression = Compression.none
    var hasAlpha = false
  }

  static func bitmap(of bytes: Span<UInt8>, at offset: Int) throws(ImageError) -> Bitmap {
    let length = try bytes.number(4, at: offset, .little, of: .bmp)
    if length == 12 {
      return Bitmap(
        width: try bytes.number(2, at: offset + 4, .little, of: .bmp),
        height: try bytes.number(2, at: offset + 6, .little, of: .bmp),
        bitCount: try depth(of: bytes, at: offset + 10))
    }
    guard 16...124 ~= length else { throw .malformed(.bmp, .header, at: offset) }
    let width = try signed(bytes, at: offset + 4)
    let height = try signed(bytes, at: offset + 8)
    guard width > 0, height != 0, height > Int(Int32.min) else {
      throw .malformed(.bmp, .dimensions, at: offset + 4)
    }
    var bitmap = Bitmap(
      width: width, height: abs(height), bitCount: try depth(of: bytes, at: offset + 14))
    guard length >= 20 else { return bitmap }
    bitmap.compression = try bytes.number(4, at: offset + 16, .little, of: .bmp)
    let hasMasks =
      bitmap.compression == Compression.bitFields
      || bitmap.compression == Compression.alphaBitFields
    if hasMasks, length >= 56 || bitmap.compression == Compression.alphaBitFields {
      bitmap.hasAlpha = try bytes.number(4, at: offset + 52, .little, of: .bmp) != 0
    }
    return bitmap
  }

  private static func depth(of bytes: Span<UInt8>, at offset: Int) throws(ImageError) -> Int {
    let bitCount = try bytes.number(2, at: offset, .little, of: .bmp)
    // The bit count is zero for bitmaps that contain a JPEG or a PNG.
    guard [0, 1, 2, 4, 8, 16, 24, 32, 64].contains(bitCount) else {
      throw .malformed(.bmp, .encoding, at: offset)
    }
    return bitCount
  }

  private static func signed(_ bytes: Span<UInt8>, at offset: Int) throws(ImageError) -> Int {
    let number = try bytes.number(4, at: offset, .little, of: .bmp)
    return Int(Int32(truncatingIfNeeded: number))
  }
}
