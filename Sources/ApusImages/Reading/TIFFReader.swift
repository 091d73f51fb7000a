/// A reader of the headers of TIFF files, and of EXIF blocks, which have the same structure.
///
///     byte order "II" or "MM", 42 (2), offset of the first directory (4)
///     directory: count (2), entries, offset of the next directory (4)
///     entry:     tag (2), type (2), count (4), value or its offset (4)
///
/// TIFF 6 section 2. Offsets are relative to the first byte of the block.
enum TIFFReader {
  private enum Tag {
    static let width = 256
    static let height = 257
    static let orientation = 274
    static let extraSamples = 338
  }

  /// The properties of one picture from its TIFF directory.
  private struct Directory {
    var width: Int?
    var height: Int?
    var orientation: Int?
    var hasAlpha = false
    var next = 0
  }

  static func facts(
    of bytes: Span<UInt8>, limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    let (order, start) = try header(of: bytes)
    var (offset, visited, entryCount) = (start, Set<Int>(), 0)
    var facts: ImageFacts?
    while offset != 0 {
      // A reference to an earlier directory would cause an endless loop.
      guard visited.insert(offset).inserted else { throw .malformed(.tiff, .structure, at: offset) }
      try limits.check(frameCount: visited.count)
      entryCount += try bytes.number(2, at: offset, order, of: .tiff)
      try limits.check(blockCount: entryCount)
      let directory = try readDirectory(of: bytes, at: offset, order)
      guard let width = directory.width, let height = directory.height else {
        throw .malformed(.tiff, .dimensions, at: offset)
      }
      try limits.check(.tiff, width: width, height: height, at: offset)
      if facts == nil {
        facts = try ImageFacts(.tiff, width: width, height: height, at: offset, limits: limits)
        facts?.orientation = directory.orientation.flatMap(ImageOrientation.init) ?? .up
        facts?.hasAlpha = directory.hasAlpha
      }
      offset = directory.next
    }
    guard var facts else { throw .malformed(.tiff, .frames, at: start) }
    facts.frameCount = visited.count
    return facts
  }

  /// Returns the orientation in an EXIF block. If the orientation is missing or invalid, the image
  /// is displayed as stored.
  static func orientation(ofEXIF block: Span<UInt8>) -> ImageOrientation {
    do throws(ImageError) {
      let (order, start) = try header(of: block)
      return try readDirectory(of: block, at: start, order).orientation
        .flatMap(ImageOrientation.init) ?? .up
    } catch {
      return .up
    }
  }

  private static func header(
    of bytes: Span<UInt8>
  ) throws(ImageError) -> (order: ByteOrder, start: Int) {
    let isLittle = bytes.has("II", at: 0)
    guard isLittle || bytes.has("MM", at: 0) else { throw .malformed(.tiff, .header, at: 0) }
    let order = isLittle ? ByteOrder.little : .big
    guard try bytes.number(2, at: 2, order, of: .tiff) == 42 else {
      throw .malformed(.tiff, .header, at: 2)
    }
    return (order, try bytes.number(4, at: 4, order, of: .tiff))
  }

  private static func readDirectory(
    of bytes: Span<UInt8>, at offset: Int, _ order: ByteOrder
  ) throws(ImageError) -> Directory {
    var directory = Directory()
    let count = try bytes.number(2, at: offset, order, of: .tiff)
    // The offset cannot overflow, because a directory has at most 65,535 entries of 12 bytes after
    // an offset of 32 bits.
    for index in 0..<count {
      let entry = offset + 2 + index * 12
      let tag = try bytes.number(2, at: entry, order, of: .tiff)
      switch tag {
      case Tag.width: directory.width = try number(of: bytes, entry, order)
      case Tag.height: directory.height = try number(of: bytes, entry, order)
      case Tag.orientation: directory.orientation = try short(of: bytes, entry, order)
      case Tag.extraSamples:
        // The value 1 means that the colours are multiplied by alpha, and 2 means separate alpha.
        // Extra samples with other values do not describe transparency.
        let kind = try short(of: bytes, entry, order)
        directory.hasAlpha = kind == 1 || kind == 2
      default: continue
      }
    }
    directory.next = try bytes.number(4, at: offset + 2 + count * 12, order, of: .tiff)
    return directory
  }

  /// Returns the first value of a TIFF entry with 16-bit values. The value is `nil` if the entry
  /// has a different type.
  private static func short(
    of bytes: Span<UInt8>, _ entry: Int, _ order: ByteOrder
  ) throws(ImageError) -> Int? {
    guard try bytes.number(2, at: entry + 2, order, of: .tiff) == 3 else { return nil }
    return try bytes.number(2, at: entry + 8, order, of: .tiff)
  }

  /// Returns the value of a TIFF entry of 16 or 32 bits. The value is `nil` if the entry has a
  /// different type.
  private static func number(
    of bytes: Span<UInt8>, _ entry: Int, _ order: ByteOrder
  ) throws(ImageError) -> Int? {
    guard try bytes.number(2, at: entry + 2, order, of: .tiff) == 4 else {
      return try short(of: bytes, entry, order)
    }
    return try bytes.number(4, at: entry + 8, order, of: .tiff)
  }
}
