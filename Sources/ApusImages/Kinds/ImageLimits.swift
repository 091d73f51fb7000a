/// The limits of an image, checked before memory is taken for it.
public struct ImageLimits: Hashable, Sendable, Codable {
  /// The number of bytes that the file may have. The default is 64 MiB.
  public var byteCount = 64 << 20
  /// The number of pixels that a side may have. The default is 65,535.
  public var sideLength = 65_535
  /// The number of pixels that a picture may have; decoded, each has four bytes.
  /// The default is 67,108,864.
  public var pixelCount = 64 << 20
  /// The number of frames, pages or sizes that an image may have. The default is 10,000.
  public var frameCount = 10_000
  /// The number of chunks, segments, blocks, boxes or entries of directories that are read.
  /// The default is 100,000.
  public var blockCount = 100_000

  /// Creates the default limits.
  public init() {}

  /// The upper bound of the pixel count, so that the number of its bytes does not overflow.
  private static let mostPixels = 1 << 48

  /// Judges a size, which must not be empty.
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
