/// The reason that bytes are not a readable image.
public enum ImageError: Error, Hashable, Sendable {
  /// The bytes begin as no image does that is known.
  case unknownKind
  /// The bytes end before the image does, at an offset that is after them or close to their end.
  case truncated(ImageKind, at: Int)
  /// The bytes break a rule of their kind, at an offset.
  case malformed(ImageKind, Fault, at: Int)
  /// A limit of the caller's is exceeded.
  case tooLarge(Limit, Int, atMost: Int)
  /// No decoder has been given for the kind.
  case noDecoder(ImageKind)
  /// zlib has not enough memory.
  case outOfMemory

  /// The broken rule.
  public enum Fault: String, Hashable, Sendable {
    /// The signature or the header is not as it must be.
    case header
    /// The width or the height is zero, or more than the kind can mean.
    case dimensions
    /// A block is longer than its container, or has a wrong length.
    case length
    /// A block is in a wrong place, or occurs twice.
    case order
    /// A block without which the rest cannot be understood is unknown.
    case unknownBlock
    /// The check value of a block or of the compressed data is wrong.
    case checksum
    /// The colour type, the depth, the compression or the interlacing is none that there is.
    case encoding
    /// The palette is missing, has a wrong length, or lacks the colour of a pixel.
    case palette
    /// The frames do not match the animation, or there are none.
    case frames
    /// The compressed data are wrong.
    case compressedData
    /// The number of pixels does not match the size.
    case pixelCount
    /// Directories or boxes lead in circles, or nowhere.
    case structure
  }

  /// The exceeded limit.
  public enum Limit: String, Hashable, Sendable {
    /// `ImageLimits.byteCount`.
    case byteCount
    /// `ImageLimits.sideLength`.
    case sideLength
    /// `ImageLimits.pixelCount`.
    case pixelCount
    /// The pixels that are left of the `PixelBudget` that decodings in progress share.
    case pixelsInProgress
    /// `ImageLimits.frameCount`.
    case frameCount
    /// `ImageLimits.blockCount`.
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
