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
