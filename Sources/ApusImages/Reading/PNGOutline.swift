/// The chunks of a PNG file in their order. The outline contains the content of all chunks except
/// the compressed pixels.
///
/// PNG 3 section 5.6. Each mandatory chunk occurs once and in its position. The order is the
/// header, the palette, the transparency, the data without a gap, and the end. Bytes after the end
/// chunk are not part of the image.
package struct PNGOutline {
  /// The size of the image and the storage format of its pixels.
  package let header: PNGHeader
  /// The frames of an animated image.
  package private(set) var animation: PNGAnimation?
  /// The byte range of the palette in the file.
  private(set) var palette: Range<Int>?
  /// The byte range of the transparency information in the file.
  private(set) var transparency: Range<Int>?
  /// The chunks with the compressed pixels of the image.
  private(set) var data: [PNGChunk] = []

  private var orientation = ImageOrientation.up
  private var hasFrameBeforeData = false
  private let limits: ImageLimits

  /// Reads all chunks of a PNG file.
  ///
  /// The reader checks the limits before reading any content. The reader checks the CRC of every
  /// chunk except the chunks with compressed data.
  package init(reading bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) {
    self.limits = limits
    header = try PNGHeader(reading: bytes)
    try limits.check(.png, width: header.width, height: header.height, at: 16)
    var (at, chunkCount) = (33, 1)
    while true {
      chunkCount += 1
      try limits.check(blockCount: chunkCount)
      let chunk = try PNGChunk(reading: bytes, at: at)
      if chunk.name != .data, chunk.name != .frameData { try chunk.checkCRC(in: bytes) }
      if chunk.name == .end {
        guard chunk.content.isEmpty else { throw .malformed(.png, .length, at: at) }
        try finish(at: at)
        return
      }
      try take(chunk, bytes, at: at)
      at = chunk.end
    }
  }

  private mutating func take(
    _ chunk: PNGChunk, _ bytes: Span<UInt8>, at offset: Int
  ) throws(ImageError) {
    let content = bytes.extracting(chunk.content)
    switch chunk.name {
    case .header, .end: throw .malformed(.png, .order, at: offset)
    case .palette:
      guard palette == nil, transparency == nil, data.isEmpty else {
        throw .malformed(.png, .order, at: offset)
      }
      try checkPalette(content.count, at: offset)
      palette = chunk.content
    case .transparency:
      guard transparency == nil, data.isEmpty else { throw .malformed(.png, .order, at: offset) }
      try checkTransparency(content.count, at: offset)
      transparency = chunk.content
    case .data:
      guard data.last.map({ $0.end == offset }) ?? true else {
        throw .malformed(.png, .order, at: offset)
      }
      data.append(chunk)
    case .animation:
      guard animation == nil, data.isEmpty else { throw .malformed(.png, .order, at: offset) }
      animation = try PNGAnimation(reading: content, at: offset, limits: limits)
    case .frame:
      // A file without an `acTL` chunk is not an animation, so the reader ignores its frame chunks.
      try animation?.addFrame(content, at: offset, of: header)
      if data.isEmpty {
        guard !hasFrameBeforeData else { throw .malformed(.png, .order, at: offset) }
        hasFrameBeforeData = true
      }
    case .frameData:
      guard !data.isEmpty || animation == nil else { throw .malformed(.png, .order, at: offset) }
      try animation?.countNumber(of: content, at: offset)
    case .exif: orientation = TIFFReader.orientation(ofEXIF: content)
    case nil:
      guard !chunk.isCritical else { throw .malformed(.png, .unknownBlock, at: offset) }
    }
  }

  private func checkPalette(_ byteCount: Int, at offset: Int) throws(ImageError) {
    let most = header.colourType == .palette ? 1 << header.bitDepth : 256
    let isAllowed = header.colourType != .grey && header.colourType != .greyWithAlpha
    guard isAllowed, byteCount % 3 == 0, 1...most ~= byteCount / 3 else {
      throw .malformed(.png, .palette, at: offset)
    }
  }

  private func checkTransparency(_ byteCount: Int, at offset: Int) throws(ImageError) {
    let isRight =
      switch header.colourType {
      case .grey: byteCount == 2
      case .colour: byteCount == 6
      case .palette: 1...256 ~= byteCount && byteCount * 3 <= palette?.count ?? 0
      case .greyWithAlpha, .colourWithAlpha: false
      }
    guard isRight else { throw .malformed(.png, .length, at: offset) }
  }

  private mutating func finish(at offset: Int) throws(ImageError) {
    guard !data.isEmpty else { throw .malformed(.png, .pixelCount, at: offset) }
    guard header.colourType != .palette || palette != nil else {
      throw .malformed(.png, .palette, at: offset)
    }
    if let animation, animation.durations.count != animation.frameCount {
      throw .malformed(.png, .frames, at: offset)
    }
    animation?.startsWithDefaultImage = hasFrameBeforeData
  }

  /// The properties of the image from its headers.
  var facts: ImageFacts {
    get throws(ImageError) {
      var facts = try ImageFacts(
        .png, width: header.width, height: header.height, at: 16, limits: limits)
      facts.orientation = orientation
      facts.isProgressive = header.isInterlaced
      facts.hasAlpha =
        transparency != nil || header.colourType == .greyWithAlpha
        || header.colourType == .colourWithAlpha
      facts.isLossless = true
      if let animation {
        facts.frameCount = animation.frameCount
        facts.frameDurations = animation.durations
        facts.loopCount = animation.loopCount
      }
      return facts
    }
  }
}
