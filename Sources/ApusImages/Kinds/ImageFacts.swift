/// The properties of an image from the headers of its file, without decoded pixels.
///
///     let facts = try ImageFacts(of: bytes.span)
///     print(facts.kind, facts.displayWidth, facts.displayHeight, facts.frameCount)
///
/// The reader does not examine the pixels. An image with complete headers has facts even if its
/// compressed data are invalid.
public struct ImageFacts: Hashable, Sendable {
  /// The file format of the image, such as PNG.
  public let kind: ImageKind
  /// The stored width of the image in pixels.
  public let width: Int
  /// The stored height of the image in pixels.
  public let height: Int
  /// The orientation of the image for display.
  public internal(set) var orientation = ImageOrientation.up
  /// The number of frames of an animation, pages of a TIFF file or sizes of an icon.
  /// The value is 1 for other images.
  public internal(set) var frameCount = 1
  /// The duration of each frame of an animation. The array is empty for other images.
  public internal(set) var frameDurations: [Duration] = []
  /// The number of times that an animation is shown, or 0 for an endless animation.
  /// The value is 1 for other images.
  public internal(set) var loopCount = 1
  /// A Boolean value that indicates whether the file begins with a coarse version of the picture.
  ///
  /// The value is `true` for a progressive JPEG and for an interlaced PNG or GIF.
  public internal(set) var isProgressive = false
  /// A Boolean value that indicates whether pixels may be transparent.
  public internal(set) var hasAlpha = false
  /// A Boolean value that indicates whether the pixels are stored without loss.
  ///
  /// The value is `nil` if the headers do not state the kind of compression.
  public internal(set) var isLossless: Bool?

  /// The width of the displayed image in pixels, after the rotation.
  public var displayWidth: Int { orientation.swapsSides ? height : width }

  /// The height of the displayed image in pixels, after the rotation.
  public var displayHeight: Int { orientation.swapsSides ? width : height }

  /// A Boolean value that indicates whether the image is an animation of several frames.
  public var isAnimated: Bool { frameDurations.count > 1 }

  /// Creates the properties of an image. Throws an error if the image size exceeds the limits.
  init(
    _ kind: ImageKind, width: Int, height: Int, at offset: Int, limits: ImageLimits
  ) throws(ImageError) {
    try limits.check(kind, width: width, height: height, at: offset)
    self.kind = kind
    self.width = width
    self.height = height
  }
}

/// The orientation of an image for display, with the numbers of EXIF.
///
/// EXIF 3 section 4.6.5.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
  /// The image is displayed as stored.
  case up = 1
  /// The image is mirrored from left to right.
  case upMirrored = 2
  /// The image is rotated by 180 degrees.
  case down = 3
  /// The image is mirrored from top to bottom.
  case downMirrored = 4
  /// The image is mirrored from left to right, and then rotated by 90 degrees to the left.
  case leftMirrored = 5
  /// The image is rotated by 90 degrees to the right.
  case right = 6
  /// The image is mirrored from left to right, and then rotated by 90 degrees to the right.
  case rightMirrored = 7
  /// The image is rotated by 90 degrees to the left.
  case left = 8

  /// A Boolean value that indicates whether the rotation exchanges the width and the height.
  public var swapsSides: Bool { rawValue >= 5 }
}
