/// The frames of an animated PNG, from its chunks.
///
///     acTL: frame count (4), how often they are shown (4)
///     fcTL: number (4), width (4), height (4), x (4), y (4), delay as a fraction of a second
///           (2 + 2; by 100 where the second is zero), disposal (1), blending (1)
///     fdAT: number (4), compressed data
///
/// PNG 3 section 11.3.5. `fcTL` and `fdAT` are numbered together, from 0.
package struct PNGAnimation: Equatable {
  /// The number of frames.
  package let frameCount: Int
  /// The number of repetitions; 0 for endless.
  package let loopCount: Int
  /// The duration of each frame.
  package private(set) var durations: [Duration] = []
  /// A Boolean value that indicates whether the image for other readers is the first frame.
  package internal(set) var startsWithDefaultImage = false

  private var nextNumber = 0

  init(reading content: Span<UInt8>, at offset: Int, limits: ImageLimits) throws(ImageError) {
    guard content.count == 8 else { throw .malformed(.png, .length, at: offset) }
    frameCount = try content.number(4, at: 0, .big, of: .png)
    loopCount = try content.number(4, at: 4, .big, of: .png)
    guard frameCount > 0 else { throw .malformed(.png, .frames, at: offset) }
    try limits.check(frameCount: frameCount)
  }

  /// Takes a chunk that begins a frame, which must lie inside the image.
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

  /// Takes the number of a chunk, which must be the one after that before.
  mutating func countNumber(of content: Span<UInt8>, at offset: Int) throws(ImageError) {
    guard try content.number(4, at: 0, .big, of: .png) == nextNumber else {
      throw .malformed(.png, .frames, at: offset)
    }
    nextNumber += 1
  }
}
