/// A reader of the blocks of GIF files.
///
///     "GIF89a", width (2), height (2), flags (1), background (1), aspect (1), [colour table]
///     2C  left (2), top (2), width (2), height (2), flags (1), [colour table],
///         code size (1), sub-blocks                       a frame
///     21 F9  4, flags (1), delay (2), colour (1), 0       how the next frame is shown
///     21 FF  11, "NETSCAPE2.0", 3, 1, loops (2), 0        how often all are shown
///     3B                                                  the end
///
/// Each sub-block begins with a length byte, and an empty sub-block ends the list. GIF 89 section
/// 18 to 27.
///
/// The picture has the size of the logical screen, or the size of a first frame that extends beyond
/// the screen.
enum GIFReader {
  private static let table = 0x80
  private static let interlaced = 0x40

  static func facts(
    of bytes: Span<UInt8>, limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    var reading = Blocks(limits: limits)
    try reading.readScreen(bytes)
    while try reading.readBlock(bytes) {}
    return try reading.facts()
  }

  private struct Blocks {
    let limits: ImageLimits
    var at = 6
    var blockCount = 0
    var size = (width: 0, height: 0)
    var delay: Duration?
    var isTransparent = false
    var isInterlaced = false
    var durations: [Duration] = []
    var loopCount = 1

    init(limits: ImageLimits) { self.limits = limits }

    mutating func readScreen(_ bytes: Span<UInt8>) throws(ImageError) {
      size.width = try take(2, bytes)
      size.height = try take(2, bytes)
      let flags = try take(1, bytes)
      at += 2
      try skipTable(flags, bytes)
    }

    /// Reads a block of the GIF file. Returns `false` if the block was the last block.
    mutating func readBlock(_ bytes: Span<UInt8>) throws(ImageError) -> Bool {
      blockCount += 1
      try limits.check(blockCount: blockCount)
      switch try take(1, bytes) {
      case 0x2c: try readFrame(bytes)
      case 0x21: try readExtension(bytes)
      case 0x3b: return false
      default: throw .malformed(.gif, .unknownBlock, at: at - 1)
      }
      return true
    }

    private mutating func readFrame(_ bytes: Span<UInt8>) throws(ImageError) {
      let start = at
      let (left, top) = (try take(2, bytes), try take(2, bytes))
      let (width, height) = (try take(2, bytes), try take(2, bytes))
      guard width > 0, height > 0 else { throw .malformed(.gif, .dimensions, at: start) }
      let flags = try take(1, bytes)
      try skipTable(flags, bytes)
      guard 1...11 ~= (try take(1, bytes)) else { throw .malformed(.gif, .encoding, at: at - 1) }
      if durations.isEmpty {
        size = (max(size.width, left + width), max(size.height, top + height))
        isInterlaced = flags & GIFReader.interlaced != 0
      }
      try skipSubBlocks(bytes)
      durations.append(delay ?? .zero)
      delay = nil
      try limits.check(frameCount: durations.count)
    }

    private mutating func readExtension(_ bytes: Span<UInt8>) throws(ImageError) {
      let label = try take(1, bytes)
      if label == 0xf9, try bytes.number(1, at: at, .little, of: .gif) >= 4 {
        isTransparent = try bytes.number(1, at: at + 1, .little, of: .gif) & 1 == 1 || isTransparent
        delay = .milliseconds(10 * (try bytes.number(2, at: at + 2, .little, of: .gif)))
      } else if label == 0xff, bytes.has([11], at: at), bytes.has([3, 1], at: at + 12),
        bytes.has("NETSCAPE2.0", at: at + 1) || bytes.has("ANIMEXTS1.0", at: at + 1)
      {
        loopCount = try bytes.number(2, at: at + 14, .little, of: .gif)
      }
      try skipSubBlocks(bytes)
    }

    private mutating func skipTable(_ flags: Int, _ bytes: Span<UInt8>) throws(ImageError) {
      if flags & GIFReader.table != 0 { at += 3 << (flags & 7 + 1) }
      guard at <= bytes.count else { throw .truncated(.gif, at: at) }
    }

    private mutating func skipSubBlocks(_ bytes: Span<UInt8>) throws(ImageError) {
      while case let length = try take(1, bytes), length > 0 { at += length }
    }

    private mutating func take(
      _ byteCount: Int, _ bytes: Span<UInt8>
    ) throws(ImageError) -> Int {
      let value = try bytes.number(byteCount, at: at, .little, of: .gif)
      at += byteCount
      return value
    }

    func facts() throws(ImageError) -> ImageFacts {
      guard !durations.isEmpty else { throw .malformed(.gif, .frames, at: at) }
      var facts = try ImageFacts(
        .gif, width: size.width, height: size.height, at: 6, limits: limits)
      facts.frameCount = durations.count
      if durations.count > 1 {
        facts.frameDurations = durations
        facts.loopCount = loopCount
      }
      facts.isProgressive = isInterlaced
      facts.hasAlpha = isTransparent
      facts.isLossless = true
      return facts
    }
  }
}
