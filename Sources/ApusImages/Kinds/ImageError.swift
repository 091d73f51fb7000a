/// The reason why bytes are not a readable image.
public enum ImageError: Error, Hashable, Sendable {
  /// The first bytes do not match any known image kind.
  case unknownKind
  /// The bytes end before the end of the image. The error's offset is after the bytes or close to
  /// their end.
  case truncated(ImageKind, at: Int)
  /// The bytes violate a rule of the image format at this offset.
  case malformed(ImageKind, Fault, at: Int)
  /// The image exceeds a size limit that the caller has set.
  case tooLarge(Limit, Int, atMost: Int)
  /// The list of decoders contains no decoder for the image format.
  case noDecoder(ImageKind)
  /// The zlib library could not allocate memory.
  case outOfMemory

  /// The rule of the image format that the image violates.
  public enum Fault: String, Hashable, Sendable {
    /// The signature or the header of the image is invalid.
    case header
    /// The image's width or height is zero, or exceeds the maximum of the image format.
    case dimensions
    /// A block of the image file is longer than its container, or has a wrong length.
    case length
    /// A block of the image file is in a wrong position, or occurs twice.
    case order
    /// The image file contains an unknown block that is necessary to understand the rest of the
    /// file.
    case unknownBlock
    /// The checksum of a block or of the compressed pixels is wrong.
    case checksum
    /// The colour type, the bit depth, the compression or the interlacing has an undefined value.
    case encoding
    /// The colour palette is missing, has a wrong length, or lacks the colour of a pixel.
    case palette
    /// The animation frames do not match the animation header, or the image has no frames.
    case frames
    /// The compressed pixel data is invalid.
    case compressedData
    /// The number of pixels does not match the width and the height.
    case pixelCount
    /// The references between TIFF directories or AVIF boxes form a cycle or have no target.
    case structure
  }

  /// The size limit that the image exceeds.
  public enum Limit: String, Hashable, Sendable {
    /// The image file exceeds `ImageLimits.byteCount`.
    case byteCount
    /// The image's width or height exceeds `ImageLimits.sideLength`.
    case sideLength
    /// The number of pixels exceeds `ImageLimits.pixelCount`.
    case pixelCount
    /// The number of pixels exceeds the rest of the `PixelBudget` that the decodings in progress
    /// share.
    case pixelsInProgress
    /// The number of frames exceeds `ImageLimits.frameCount`.
    case frameCount
    /// The number of blocks in the image file exceeds `ImageLimits.blockCount`.
    case blockCount
  }
}

extension ImageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownKind: "the bytes are not an image of a known kind"
    case .truncated(let kind, let at): "byte \(at): the \(kind.rawValue) image is cut off"
    case .malformed(let kind, let fault, let at):
      "byte \(at): the \(kind.rawValue) image is wrong: \(fault.rawValue)"
    case .tooLarge(let limit, let value, let most):
      "the image is too large: \(limit.rawValue) \(value), at most \(most)"
    case .noDecoder(let kind): "no decoder for \(kind.rawValue)"
    case .outOfMemory: "zlib has no memory"
    }
  }
}
