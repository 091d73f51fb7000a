/// A reader of the chunks of WebP files.
///
///     "RIFF", byte count (4), "WEBP", chunks
///     chunk: name (4), byte count (4), content, a byte more if the count is odd
///     "VP8 "  frame tag (3), 9D 01 2A, width (2), height (2)     lossy
///     "VP8L"  2F, width - 1 (14 bits), height - 1 (14 bits), alpha (1 bit)
///     "VP8X"  flags (4), width - 1 (3), height - 1 (3)           first, in an extended file
///     "ANIM"  background (4), loops (2)
///     "ANMF"  x (3), y (3), width - 1 (3), height - 1 (3), duration (3), flags (1), chunks
///
/// RFC 9649 section 2.7.
enum WebPReader {
  private static let animation = 0x02
  private static let exif = 0x08
  private static let alpha = 0x10

  static func facts(
    of bytes: Span<UInt8>, limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    let end = 8 + (try bytes.number(4, at: 4, .little, of: .webP))
    guard end <= bytes.count else { throw .truncated(.webP, at: bytes.count) }
    var chunks = Chunks(limits: limits)
    let first = try chunks.next(bytes, at: 12, end: end)
    guard bytes.has("VP8X", at: 12) else {
      let frame = try frame(bytes, first)
      var facts = try ImageFacts(
        .webP, width: frame.width, height: frame.height, at: first.lowerBound, limits: limits)
      facts.isLossless = frame.isLossless
      facts.hasAlpha = frame.hasAlpha
      return facts
    }
    return try extendedFacts(bytes, first, end, &chunks)
  }

  /// A reader of WebP chunks, which counts the chunks and finds the range of their content.
  private struct Chunks {
    let limits: ImageLimits
    var count = 0

    init(limits: ImageLimits) { self.limits = limits }

    mutating func next(
      _ bytes: Span<UInt8>, at offset: Int, end: Int
    ) throws(ImageError) -> Range<Int> {
      count += 1
      try limits.check(blockCount: count)
      let byteCount = try bytes.number(4, at: offset + 4, .little, of: .webP)
      guard offset + 8 + byteCount <= end else { throw .malformed(.webP, .length, at: offset) }
      return offset + 8..<offset + 8 + byteCount
    }
  }

  private struct Frame {
    var width: Int
    var height: Int
    var isLossless: Bool
    var hasAlpha: Bool
  }

  private static func extendedFacts(
    _ bytes: Span<UInt8>, _ header: Range<Int>, _ end: Int, _ chunks: inout Chunks
  ) throws(ImageError) -> ImageFacts {
    guard header.count >= 10 else { throw .malformed(.webP, .length, at: header.lowerBound) }
    let flags = Int(bytes[header.lowerBound])
    let width = 1 + (try bytes.number(3, at: header.lowerBound + 4, .little, of: .webP))
    let height = 1 + (try bytes.number(3, at: header.lowerBound + 7, .little, of: .webP))
    var facts = try ImageFacts(
      .webP, width: width, height: height, at: header.lowerBound, limits: chunks.limits)
    facts.hasAlpha = flags & alpha != 0
    var (durations, loopCount, stills) = ([Duration](), 1, [Frame]())
    var content = header
    // A padding byte follows a WebP chunk of odd length.
    while case let at = content.upperBound + content.upperBound % 2, at < end {
      content = try chunks.next(bytes, at: at, end: end)
      if bytes.has("ANMF", at: at) {
        durations.append(
          .milliseconds(try bytes.number(3, at: content.lowerBound + 12, .little, of: .webP)))
        try chunks.limits.check(frameCount: durations.count)
        stills += try frames(bytes, content.dropFirst(16), &chunks)
      } else if bytes.has("ANIM", at: at) {
        loopCount = try bytes.number(2, at: content.lowerBound + 4, .little, of: .webP)
      } else if bytes.has("VP8", at: at) {
        stills.append(try frame(bytes, content))
      } else if bytes.has("EXIF", at: at), flags & exif != 0 {
        // Some programs write the JPEG prefix `Exif\0\0` at the start of the EXIF block.
        let prefix = bytes.has("Exif\0\0", at: content.lowerBound) ? 6 : 0
        facts.orientation = TIFFReader.orientation(
          ofEXIF: bytes.extracting(content.dropFirst(prefix)))
      }
    }
    let isAnimated = flags & animation != 0
    guard !stills.isEmpty, isAnimated == !durations.isEmpty else {
      throw .malformed(.webP, .frames, at: end)
    }
    facts.isLossless = stills.allSatisfy(\.isLossless)
    if isAnimated {
      facts.frameCount = durations.count
      facts.frameDurations = durations
      facts.loopCount = loopCount
    }
    return facts
  }

  /// Returns the first compressed picture of a WebP animation frame. Throws an error if the frame
  /// contains no picture.
  private static func frames(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ chunks: inout Chunks
  ) throws(ImageError) -> [Frame] {
    var at = range.lowerBound
    while at < range.upperBound {
      let content = try chunks.next(bytes, at: at, end: range.upperBound)
      if bytes.has("VP8", at: at) { return [try frame(bytes, content)] }
      at = content.upperBound + content.upperBound % 2
    }
    throw .malformed(.webP, .frames, at: at)
  }

  /// Returns the size and the compression of a picture from the first bytes of its lossy or
  /// lossless data.
  private static func frame(
    _ bytes: Span<UInt8>, _ content: Range<Int>
  ) throws(ImageError) -> Frame {
    let at = content.lowerBound
    let content = bytes.extracting(content)
    if bytes.has("VP8L", at: at - 8) {
      guard content.has([0x2f], at: 0) else { throw .malformed(.webP, .header, at: at) }
      let bits = try content.number(4, at: 1, .little, of: .webP)
      return Frame(
        width: 1 + bits & 0x3fff, height: 1 + bits >> 14 & 0x3fff, isLossless: true,
        hasAlpha: bits >> 28 & 1 == 1)
    }
    guard bytes.has("VP8 ", at: at - 8), content.has([0x9d, 0x01, 0x2a], at: 3) else {
      throw .malformed(.webP, .header, at: at)
    }
    let width = try content.number(2, at: 6, .little, of: .webP) & 0x3fff
    let height = try content.number(2, at: 8, .little, of: .webP) & 0x3fff
    return Frame(width: width, height: height, isLossless: false, hasAlpha: false)
  }
}
