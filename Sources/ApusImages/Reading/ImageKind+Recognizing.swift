extension ImageKind {
  /// The kind of bytes, by their first ones; nil for any that is not known.
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
