/// A reader of the AVIF boxes that describe the primary item or the first track.
///
///     ftyp  brands
///     meta  pitm  the number of the primary item
///           iprp  ipco  properties: ispe (size), irot, imir (turns), auxC (what an item is for)
///                 ipma  which items have which properties
///           iref  auxl  which items belong to which
///     moov  trak  mdia  mdhd (units of time), hdlr (`pict`), minf stbl stts (durations)
///
/// ISO 23008-12 section 6.5. ISO 14496-12 section 8.6.1.2.
enum AVIFReader {
  /// Returns whether the `ftyp` box at the start of a file contains a brand of AVIF.
  static func hasBrand(_ bytes: Span<UInt8>) -> Bool {
    guard let byteCount = try? bytes.number(4, at: 0, .big, of: .avif) else { return false }
    let brands = [8] + Array(stride(from: 16, to: min(byteCount, bytes.count, 256), by: 4))
    return brands.contains { bytes.has("avif", at: $0) || bytes.has("avis", at: $0) }
  }

  static func facts(
    of bytes: Span<UInt8>, limits: ImageLimits
  ) throws(ImageError) -> ImageFacts {
    var boxes = AVIFBoxes(limits: limits)
    let top = try boxes.all(in: 0..<bytes.count, of: bytes)
    guard let meta = top.first(where: { $0.isNamed("meta", in: bytes) }), meta.content.count >= 4
    else { throw .malformed(.avif, .structure, at: 0) }
    // One version byte and three flag bytes precede the boxes of the `meta` box.
    let items = try AVIFItems(reading: bytes, meta.content.dropFirst(4), &boxes)
    var facts = try ImageFacts(
      .avif, width: items.width, height: items.height, at: meta.name, limits: limits)
    facts.orientation = items.orientation
    facts.hasAlpha = items.hasAlpha
    if bytes.has("avis", at: 8) {
      guard let movie = top.first(where: { $0.isNamed("moov", in: bytes) }) else {
        throw .malformed(.avif, .structure, at: 0)
      }
      let durations = try durations(of: bytes, movie.content, &boxes, limits)
      facts.frameCount = max(1, durations.count)
      if durations.count > 1 { facts.frameDurations = durations }
    }
    return facts
  }

  /// Returns the display duration of each sample of the first picture track.
  private static func durations(
    of bytes: Span<UInt8>, _ movie: Range<Int>, _ boxes: inout AVIFBoxes, _ limits: ImageLimits
  ) throws(ImageError) -> [Duration] {
    for track in try boxes.all(in: movie, of: bytes) where track.isNamed("trak", in: bytes) {
      guard let media = try boxes.content(at: ["mdia"], in: track.content, of: bytes),
        let handler = try boxes.content(at: ["hdlr"], in: media, of: bytes),
        bytes.has("pict", at: handler.lowerBound + 8),
        let header = try boxes.content(at: ["mdhd"], in: media, of: bytes),
        let table = try boxes.content(at: ["minf", "stbl", "stts"], in: media, of: bytes)
      else { continue }
      // Version 1 of the `mdhd` box has times of 64 bits.
      let isLong = bytes.has([1], at: header.lowerBound)
      let place = header.lowerBound + (isLong ? 20 : 12)
      let unit = try bytes.number(4, at: place, .big, of: .avif)
      guard unit > 0 else { throw .malformed(.avif, .structure, at: place) }
      return try sampleDurations(of: bytes, table, unit, &boxes, limits)
    }
    return []
  }

  private static func sampleDurations(
    of bytes: Span<UInt8>, _ table: Range<Int>, _ unit: Int, _ boxes: inout AVIFBoxes,
    _ limits: ImageLimits
  ) throws(ImageError) -> [Duration] {
    var durations: [Duration] = []
    let count = try bytes.number(4, at: table.lowerBound + 4, .big, of: .avif)
    try boxes.add(count)
    for index in 0..<count {
      let entry = table.lowerBound + 8 + index * 8
      let sampleCount = try bytes.number(4, at: entry, .big, of: .avif)
      let length = try bytes.number(4, at: entry + 4, .big, of: .avif)
      try limits.check(frameCount: durations.count + sampleCount)
      // The product cannot overflow, because the sample length has at most 32 bits.
      let duration = Duration.nanoseconds(length * 1_000_000_000 / unit)
      durations += repeatElement(duration, count: sampleCount)
    }
    return durations
  }
}

/// A box of an ISO base media file.
///
///     byte count (4), name (4), [byte count (8) where the first is 1], content
///
/// ISO 14496-12 section 4.2. A box with the byte count 0 extends to the end of its container.
struct AVIFBox {
  /// The file offset of the box name.
  let name: Int
  /// The byte range of the box content.
  let content: Range<Int>

  /// Returns whether the box name equals a text of four letters.
  func isNamed(_ wanted: String, in bytes: Span<UInt8>) -> Bool { bytes.has(wanted, at: name) }
}

/// A reader of AVIF boxes, which counts the boxes for the limit.
struct AVIFBoxes {
  private let limits: ImageLimits
  private var count = 0

  init(limits: ImageLimits) { self.limits = limits }

  /// Adds a number of boxes or table entries to the count. Throws an error if the count exceeds the
  /// limit.
  mutating func add(_ more: Int) throws(ImageError) {
    // The sum cannot overflow, because the two numbers have at most 32 bits.
    count += more
    try limits.check(blockCount: count)
  }

  /// Returns all AVIF boxes in a byte range.
  mutating func all(
    in range: Range<Int>, of bytes: Span<UInt8>
  ) throws(ImageError) -> [AVIFBox] {
    var boxes: [AVIFBox] = []
    var at = range.lowerBound
    while at < range.upperBound {
      try add(1)
      var start = at + 8
      var byteCount = try bytes.number(4, at: at, .big, of: .avif)
      if byteCount == 1 {
        // A box with a byte count of 2^56 or more is longer than any file.
        guard try bytes.number(1, at: at + 8, .big, of: .avif) == 0 else {
          throw .malformed(.avif, .length, at: at)
        }
        byteCount = try bytes.number(7, at: at + 9, .big, of: .avif)
        start = at + 16
      } else if byteCount == 0 {
        byteCount = range.upperBound - at
      }
      guard byteCount >= start - at else { throw .malformed(.avif, .length, at: at) }
      guard byteCount <= range.upperBound - at else { throw .truncated(.avif, at: at) }
      boxes.append(AVIFBox(name: at + 4, content: start..<at + byteCount))
      at += byteCount
    }
    return boxes
  }

  /// Returns the first AVIF box with a name in a byte range. The value is `nil` if no box has the
  /// name.
  mutating func first(
    _ name: String, in range: Range<Int>, of bytes: Span<UInt8>
  ) throws(ImageError) -> AVIFBox? {
    try all(in: range, of: bytes).first { $0.isNamed(name, in: bytes) }
  }

  /// Returns the content of the nested AVIF box at a path of box names. The value is `nil` if a box
  /// of the path is missing.
  mutating func content(
    at path: [String], in range: Range<Int>, of bytes: Span<UInt8>
  ) throws(ImageError) -> Range<Int>? {
    var range = range
    for name in path {
      guard let box = try first(name, in: range, of: bytes) else { return nil }
      range = box.content
    }
    return range
  }
}
