extension ImageFacts {
  /// Reads the headers of an image of any known kind.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the whole image file.
  ///   - limits: The limits for the image.
  /// - Throws: `ImageError.unknownKind` if the first bytes do not match any known image kind.
  public init(of bytes: Span<UInt8>, limits: ImageLimits = ImageLimits()) throws(ImageError) {
    guard bytes.count <= limits.byteCount else {
      throw .tooLarge(.byteCount, bytes.count, atMost: limits.byteCount)
    }
    guard let kind = ImageKind(recognizing: bytes) else { throw .unknownKind }
    self =
      switch kind {
      case .png: try PNGOutline(reading: bytes, limits: limits).facts
      case .jpeg: try JPEGReader.facts(of: bytes, limits: limits)
      case .gif: try GIFReader.facts(of: bytes, limits: limits)
      case .webP: try WebPReader.facts(of: bytes, limits: limits)
      case .bmp: try BMPReader.facts(of: bytes, limits: limits)
      case .tiff: try TIFFReader.facts(of: bytes, limits: limits)
      case .ico: try ICOReader.facts(of: bytes, limits: limits)
      case .avif: try AVIFReader.facts(of: bytes, limits: limits)
      }
  }
}

extension ImageKind {
  /// Recognizes the image kind from the first bytes of a file.
  /// The result is `nil` if the kind is unknown.
  ///
  /// - Parameter bytes: The start of the file.
  public init?(recognizing bytes: Span<UInt8>) {
    let kind = Self.allCases.first { kind in
      switch kind {
      case .png: bytes.has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0)
      case .jpeg: bytes.has([0xff, 0xd8, 0xff], at: 0)
      case .gif: bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0)
      case .webP: bytes.has("RIFF", at: 0) && bytes.has("WEBP", at: 8)
      case .bmp: bytes.has("BM", at: 0) && BMPReader.hasHeader(bytes, at: 14)
      case .tiff: bytes.has([0x49, 0x49, 42, 0], at: 0) || bytes.has([0x4d, 0x4d, 0, 42], at: 0)
      case .ico: ICOReader.hasDirectory(bytes)
      case .avif: bytes.has("ftyp", at: 4) && AVIFReader.hasBrand(bytes)
      }
    }
    guard let kind else { return nil }
    self = kind
  }
}
