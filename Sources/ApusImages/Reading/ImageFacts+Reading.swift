extension ImageFacts {
  /// Reads the headers of an image of any known kind.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What the image may take.
  /// - Throws: `ImageError.unknownKind` for bytes that begin like no image.
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
