/// The limits of an image, checked before memory is taken for it.
public struct ImageLimits: Hashable, Sendable, Codable {
  /// How many bytes the file may have.
  public var byteCount = 64 << 20
  /// How many pixels it may be wide, and how many high.
  public var sideLength = 65_535
  /// How many pixels a picture may have; decoded, each takes four bytes.
  public var pixelCount = 64 << 20
  /// How many frames, pages or sizes it may have.
  public var frameCount = 10_000
  /// How many chunks, segments, blocks, boxes or entries of directories are looked at.
  public var blockCount = 100_000

  /// Creates the default limits.
  public init() {}

  /// What the pixel count cannot be raised above, so that it can be multiplied by what a pixel has.
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
