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
