/// The size limits for an image, which are checked before memory is allocated for the image.
public struct ImageLimits: Hashable, Sendable, Codable {
  /// The maximum number of bytes of an image file. By default, an image file has at most 64 MiB.
  public var byteCount = 64 << 20
  /// The maximum width and the maximum height of an image in pixels. By default, the width and the
  /// height are at most 65,535.
  public var sideLength = 65_535
  /// The maximum number of pixels of an image. A decoded pixel has four bytes. By default, an image
  /// has at most 67,108,864 pixels.
  public var pixelCount = 64 << 20
  /// The maximum number of frames, pages or sizes of an image. By default, an image has at most
  /// 10,000 frames.
  public var frameCount = 10_000
  /// The maximum number of chunks, segments, blocks, boxes or directory entries that are read from
  /// an image file. By default, at most 100,000 blocks are read.
  public var blockCount = 100_000

  /// Creates image limits with the default values.
  public init() {}

  /// The upper bound of the pixel count, which prevents an overflow of the number of bytes.
  private static let mostPixels = 1 << 48

  /// Throws an error if the image's width or height is zero or exceeds the limits.
  func check(
    _ kind: ImageKind, width: Int, height: Int, at offset: Int
  ) throws(ImageError) {
    guard width > 0, height > 0 else { throw .malformed(kind, .dimensions, at: offset) }
    let side = max(width, height)
    guard side <= sideLength else { throw .tooLarge(.sideLength, side, atMost: sideLength) }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    let most = min(pixelCount, Self.mostPixels)
    guard !overflow, area <= most else {
      throw .tooLarge(.pixelCount, overflow ? .max : area, atMost: most)
    }
  }

  func check(frameCount: Int) throws(ImageError) {
    guard frameCount <= self.frameCount else {
      throw .tooLarge(.frameCount, frameCount, atMost: self.frameCount)
    }
  }

  func check(blockCount: Int) throws(ImageError) {
    guard blockCount <= self.blockCount else {
      throw .tooLarge(.blockCount, blockCount, atMost: self.blockCount)
    }
  }
}
