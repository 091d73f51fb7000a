/// A decoded picture: rows from the top, four bytes a pixel, alpha not multiplied in.
public struct ImagePixels: Hashable, Sendable {
  /// How many pixels it is wide.
  public let width: Int
  /// How many pixels it is high.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, 8 bits each, without padding between rows.
  public let rgba: [UInt8]

  /// A picture of that size, whose bytes must be four times as many as its pixels.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(width > 0 && height > 0 && rgba.count == width * height * 4)
    self.width = width
    self.height = height
    self.rgba = rgba
  }

  /// Red, green, blue and alpha of a pixel, counted from the upper left one.
  public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    precondition(0..<width ~= x && 0..<height ~= y)
    let at = (y * width + x) * 4
    return SIMD4(rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3])
  }

  /// Whether a pixel is not opaque.
  public var hasTransparency: Bool {
    stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] != 255 }
  }
}
