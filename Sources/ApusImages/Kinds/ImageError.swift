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
    case .unknownKind: "the content is not an image of a supported format"
    case .truncated(let kind, let at): "byte \(at): the \(kind.rawValue) image ends too early"
    case .malformed(let kind, let fault, let at):
      "byte \(at): the \(kind.rawValue) image is malformed: \(fault.words)"
    case .tooLarge(let limit, let value, let most):
      "the image exceeds a limit: \(limit.words) is \(value), but at most \(most) is allowed"
    case .noDecoder(let kind): "no decoder is set for \(kind.rawValue) images"
    case .outOfMemory: "the decoder of the image could not allocate memory"
    }
  }
}

extension ImageError.Fault {
  /// The broken rule of the image format, as a clause of a sentence.
  fileprivate var words: String {
    switch self {
    case .header: "the signature or the header is wrong"
    case .dimensions: "the width or the height is wrong"
    case .length: "a block has a wrong length"
    case .order: "a block is misplaced or repeated"
    case .unknownBlock: "a required block is unknown"
    case .checksum: "a checksum is wrong"
    case .encoding: "the pixel encoding is not defined"
    case .palette: "the palette is missing or incomplete"
    case .frames: "the frames do not match the animation"
    case .compressedData: "the compressed data is damaged"
    case .pixelCount: "the number of pixels does not match the size"
    case .structure: "the directories or boxes are circular or incomplete"
    }
  }
}

extension ImageError.Limit {
  /// The quantity of the image that exceeds the limit.
  fileprivate var words: String {
    switch self {
    case .byteCount: "the byte count"
    case .sideLength: "the width or height"
    case .pixelCount: "the pixel count"
    case .pixelsInProgress: "the pixel count of all decodings in progress"
    case .frameCount: "the frame count"
    case .blockCount: "the block count"
    }
  }
}
