/// What the headers of an image say, read without decoding a pixel.
///
///     let facts = try ImageFacts(of: bytes.span)
///     print(facts.kind, facts.displayWidth, facts.displayHeight, facts.frameCount)
///
/// What the pixels are is not looked at: an image whose headers are whole has facts even where its
/// compressed data are broken.
public struct ImageFacts: Hashable, Sendable {
  /// The file format.
  public let kind: ImageKind
  /// How many pixels it is wide, as stored.
  public let width: Int
  /// How many pixels it is high, as stored.
  public let height: Int
  /// How it is to be turned before it is shown.
  public internal(set) var orientation = ImageOrientation.up
  /// How many frames an animation has, a TIFF pages, an icon sizes; 1 for other images.
  public internal(set) var frameCount = 1
  /// How long each frame of an animation is shown; empty for what is no animation.
  public internal(set) var frameDurations: [Duration] = []
  /// How often an animation is shown, 0 for ever; 1 for what is no animation.
  public internal(set) var loopCount = 1
  /// Whether a coarse picture comes first: a progressive JPEG, an interlaced PNG or GIF.
  public internal(set) var isProgressive = false
  /// Whether pixels may be transparent.
  public internal(set) var hasAlpha = false
  /// Whether the pixels are stored without loss; nil where the headers do not say.
  public internal(set) var isLossless: Bool?

  /// How many pixels it is wide once it is turned.
  public var displayWidth: Int { orientation.swapsSides ? height : width }

  /// How many pixels it is high once it is turned.
  public var displayHeight: Int { orientation.swapsSides ? width : height }

  /// Whether there are frames that follow each other in time.
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

/// How an image is to be turned before it is shown, as EXIF numbers it.
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

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }
}
