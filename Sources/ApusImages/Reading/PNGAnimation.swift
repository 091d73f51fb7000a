/// The frames of an animated PNG image, from the chunks of its file.
///
///     acTL: frame count (4), how often they are shown (4)
///     fcTL: number (4), width (4), height (4), x (4), y (4), delay as a fraction of a second
///           (2 + 2; by 100 where the second is zero), disposal (1), blending (1)
///     fdAT: number (4), compressed data
///
/// PNG 3 section 11.3.5. The chunks `fcTL` and `fdAT` have a common sequence of numbers, which
/// begins with 0.
package struct PNGAnimation: Equatable {
  /// The number of frames of the animation.
  package let frameCount: Int
  /// The number of times that the animation is shown, or 0 for an endless animation.
  package let loopCount: Int
  /// The duration of each frame of the animation.
  package private(set) var durations: [Duration] = []
  /// A Boolean value that indicates whether the default image is the first frame of the animation.
  package internal(set) var startsWithDefaultImage = false

  private var nextNumber = 0

  init(reading content: Span<UInt8>, at offset: Int, limits: ImageLimits) throws(ImageError) {
    guard content.count == 8 else { throw .malformed(.png, .length, at: offset) }
    frameCount = try content.number(4, at: 0, .big, of: .png)
    loopCount = try content.number(4, at: 4, .big, of: .png)
    guard frameCount > 0 else { throw .malformed(.png, .frames, at: offset) }
    try limits.check(frameCount: frameCount)
  }

  /// Adds an animation frame from an `fcTL` chunk. The frame must be within the image.
  mutating func addFrame(
    _ content: Span<UInt8>, at offset: Int, of header: PNGHeader
  ) throws(ImageError) {
    guard content.count == 26 else { throw .malformed(.png, .length, at: offset) }
    try countNumber(of: content, at: offset)
    let width = try content.number(4, at: 4, .big, of: .png)
    let height = try content.number(4, at: 8, .big, of: .png)
    let x = try content.number(4, at: 12, .big, of: .png)
    let y = try content.number(4, at: 16, .big, of: .png)
    let numerator = try content.number(2, at: 20, .big, of: .png)
    let denominator = try content.number(2, at: 22, .big, of: .png)
    guard width > 0, height > 0, x + width <= header.width, y + height <= header.height,
      durations.count < frameCount
    else { throw .malformed(.png, .frames, at: offset) }
    durations.append(
      .nanoseconds(numerator * 1_000_000_000 / (denominator == 0 ? 100 : denominator)))
  }

  /// Checks the sequence number of an animation chunk, which must follow the previous number.
  mutating func countNumber(of content: Span<UInt8>, at offset: Int) throws(ImageError) {
    guard try content.number(4, at: 0, .big, of: .png) == nextNumber else {
      throw .malformed(.png, .frames, at: offset)
    }
    nextNumber += 1
  }
}
