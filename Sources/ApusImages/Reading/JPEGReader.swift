/// A reader of the segments of JPEG files up to the first scan.
///
///     FF D8                             start of image
///     FF marker, length (2), content    a segment; its length counts itself
///     FF C0 ... FF CF                   a frame: precision (1), height (2), width (2), components
///     FF DA                             a scan, behind which no header is looked for
///
/// ISO 10918-1 section B.2.
enum JPEGReader {
  private enum Marker {
    static let endOfImage = 0xd9
    static let startOfScan = 0xda
    static let exif = 0xe1
    /// The JPEG markers DHT, JPG and DAC, which have numbers in the range of the frame markers.
    static let noFrames: Set = [0xc4, 0xc8, 0xcc]
    static let progressive: Set = [0xc2, 0xc6, 0xca, 0xce]
    static let lossless: Set = [0xc3, 0xc7, 0xcb, 0xcf]
  }

  static func facts(
    of bytes: Span<UInt8>, limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    var (at, segmentCount) = (2, 0)
    var facts: ImageFacts?
    var orientation: ImageOrientation?
    while true {
      segmentCount += 1
      try limits.check(blockCount: segmentCount)
      guard try bytes.number(1, at: at, .big, of: .jpeg) == 0xff else {
        throw .malformed(.jpeg, .structure, at: at)
      }
      var marker = 0xff
      // Any number of FF bytes may precede a JPEG marker.
      while marker == 0xff {
        at += 1
        marker = try bytes.number(1, at: at, .big, of: .jpeg)
      }
      at += 1
      if marker == 0x01 || 0xd0...0xd7 ~= marker { continue }
      guard marker >= 0xc0, marker != 0xd8, marker != Marker.endOfImage else {
        throw .malformed(.jpeg, .order, at: at)
      }
      let length = try bytes.number(2, at: at, .big, of: .jpeg)
      guard length >= 2 else { throw .malformed(.jpeg, .length, at: at) }
      guard at + length <= bytes.count else { throw .truncated(.jpeg, at: at + length) }
      let content = bytes.extracting(at + 2..<at + length)
      switch marker {
      case Marker.startOfScan:
        guard var facts else { throw .malformed(.jpeg, .order, at: at) }
        facts.orientation = orientation ?? .up
        return facts
      case 0xc0...0xcf where !Marker.noFrames.contains(marker):
        guard facts == nil else { throw .malformed(.jpeg, .order, at: at) }
        facts = try frame(content, marker, at: at, limits)
      case Marker.exif where orientation == nil && content.has("Exif\0\0", at: 0):
        orientation = TIFFReader.orientation(ofEXIF: content.extracting(6..<content.count))
      default: break
      }
      at += length
    }
  }

  private static func frame(
    _ content: Span<UInt8>, _ marker: Int, at offset: Int, _ limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    let height = try content.number(2, at: 1, .big, of: .jpeg)
    let width = try content.number(2, at: 3, .big, of: .jpeg)
    let componentCount = try content.number(1, at: 5, .big, of: .jpeg)
    guard componentCount > 0, content.count == 6 + 3 * componentCount else {
      throw .malformed(.jpeg, .length, at: offset)
    }
    var facts = try ImageFacts(.jpeg, width: width, height: height, at: offset, limits: limits)
    facts.isProgressive = Marker.progressive.contains(marker)
    facts.isLossless = Marker.lossless.contains(marker)
    return facts
  }
}
