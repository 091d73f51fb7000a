/// The facts in an image's headers, read without decoding a pixel.
///
///     let facts = try ImageFacts(of: bytes.span)
///     print(facts.kind, facts.displayWidth, facts.displayHeight, facts.frameCount)
///
/// The pixels are not read: an image with complete headers has facts even if its compressed data
/// are broken.
public struct ImageFacts: Hashable, Sendable {
  /// The file format.
  public let kind: ImageKind
  /// The width in pixels, as stored.
  public let width: Int
  /// The height in pixels, as stored.
  public let height: Int
  /// The orientation for display.
  public internal(set) var orientation = ImageOrientation.up
  /// The number of frames of an animation, pages of a TIFF or sizes of an icon; otherwise 1.
  public internal(set) var frameCount = 1
  /// The duration of each frame of an animation; otherwise empty.
  public internal(set) var frameDurations: [Duration] = []
  /// The number of repetitions of an animation, 0 for endless; otherwise 1.
  public internal(set) var loopCount = 1
  /// A Boolean value that indicates whether a coarse picture is first.
  ///
  /// It is true for a progressive JPEG and an interlaced PNG or GIF.
  public internal(set) var isProgressive = false
  /// A Boolean value that indicates whether pixels may be transparent.
  public internal(set) var hasAlpha = false
  /// A Boolean value that indicates whether the pixels are stored without loss.
  ///
  /// It is nil if the headers do not state it.
  public internal(set) var isLossless: Bool?

  /// The width in pixels in the orientation for display.
  public var displayWidth: Int { orientation.swapsSides ? height : width }

  /// The height in pixels in the orientation for display.
  public var displayHeight: Int { orientation.swapsSides ? width : height }

  /// A Boolean value that indicates whether the image is an animation of several frames.
  public var isAnimated: Bool { frameDurations.count > 1 }

  /// Facts of a size that the limits allow.
  init(
    _ kind: ImageKind, width: Int, height: Int, at offset: Int, limits: ImageLimits
  ) throws(ImageError) {
    try limits.check(kind, width: width, height: height, at: offset)
    self.kind = kind
    self.width = width
    self.height = height
  }
}

/// The orientation of an image for display, numbered as in EXIF.
///
/// EXIF 3 section 4.6.5.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
  /// As it is stored.
  case up = 1
  /// Mirrored from left to right.
  case upMirrored = 2
  /// Turned by half a circle.
  case down = 3
  /// Mirrored from top to bottom.
  case downMirrored = 4
  /// Mirrored from left to right, then turned by 90 degrees to the left.
  case leftMirrored = 5
  /// Turned by 90 degrees to the right.
  case right = 6
  /// Mirrored from left to right, then turned by 90 degrees to the right.
  case rightMirrored = 7
  /// Turned by 90 degrees to the left.
  case left = 8

  /// A Boolean value that indicates whether width and height are exchanged.
  public var swapsSides: Bool { rawValue >= 5 }
}
