/// Why bytes are no image that can be read.
public enum ImageError: Error, Hashable, Sendable {
  /// The bytes begin as no image does that is known.
  case unknownKind
  /// The bytes end before the image does, at an offset that is behind them or close to their end.
  case truncated(ImageKind, at: Int)
  /// The bytes break a rule of their kind, at an offset.
  case malformed(ImageKind, Fault, at: Int)
  /// A limit of the caller's is exceeded.
  case tooLarge(Limit, Int, atMost: Int)
  /// No decoder has been given for the kind.
  case noDecoder(ImageKind)
  /// zlib could not be had, for want of memory.
  case outOfMemory

  /// Which rule is broken.
  public enum Fault: String, Hashable, Sendable {
    /// The signature or the header is not as it must be.
    case header
    /// The width or the height is zero, or more than the kind can mean.
    case dimensions
    /// A block is longer than what is around it, or of another length than it must have.
    case length
    /// A block stands where it may not stand, or stands there twice.
    case order
    /// A block without which the rest cannot be understood is unknown.
    case unknownBlock
    /// The check value of a block or of the compressed data is wrong.
    case checksum
    /// The colour type, the depth, the compression or the interlacing is none that there is.
    case encoding
    /// There is no palette, or one of a wrong length, or a pixel whose colour it lacks.
    case palette
    /// The frames are not as the animation says, or there is none.
    case frames
    /// The compressed data are wrong.
    case compressedData
    /// There are fewer pixels than the size asks for, or more.
    case pixelCount
    /// Directories or boxes lead in circles, or nowhere.
    case structure
  }

  /// Which limit is exceeded.
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
    case .unknownKind: "the bytes are no image that is known"
    case .truncated(let kind, let at): "byte \(at): the \(kind.rawValue) image is cut off"
    case .malformed(let kind, let fault, let at):
      "byte \(at): the \(kind.rawValue) image is wrong: \(fault.rawValue)"
    case .tooLarge(let limit, let value, let most):
      "the image is too large: \(limit.rawValue) \(value), at most \(most)"
    case .noDecoder(let kind): "there is no decoder for \(kind.rawValue)"
    case .outOfMemory: "zlib has no memory"
    }
  }
}
