/// The properties of the primary item of an AVIF file, which is the displayed image.
///
/// ISO 23008-12 section 9.3.1.
struct AVIFItems {
  /// The width and the height of the primary item before any rotation.
  private(set) var width = 0
  private(set) var height = 0
  /// A Boolean value that indicates whether an alpha item belongs to the primary item.
  private(set) var hasAlpha = false
  /// The number of rotations by 90 degrees to the left. The mirroring follows the rotations.
  private var quarters = 0
  private var mirror: Mirror?

  private enum Mirror {
    case topToBottom
    case leftToRight
  }

  init(
    reading bytes: Span<UInt8>, _ meta: Range<Int>, _ boxes: inout AVIFBoxes
  ) throws(ImageError) {
    guard let primary = try boxes.content(at: ["pitm"], in: meta, of: bytes),
      let container = try boxes.content(at: ["iprp", "ipco"], in: meta, of: bytes),
      let table = try boxes.content(at: ["iprp", "ipma"], in: meta, of: bytes)
    else { throw .malformed(.avif, .structure, at: meta.lowerBound) }
    let isLong = !bytes.has([0], at: primary.lowerBound)
    let item = try bytes.number(isLong ? 4 : 2, at: primary.lowerBound + 4, .big, of: .avif)
    let properties = try boxes.all(in: container, of: bytes)
    let owned = try associations(of: bytes, table, &boxes)
    // Property indices begin with 1, and a larger index than the number of properties is invalid.
    for index in owned[item] ?? [] where index > 0 && index <= properties.count {
      try take(properties[index - 1], bytes)
    }
    let helpers = try auxiliaries(of: item, bytes, meta, &boxes)
    hasAlpha = helpers.contains { helper in
      (owned[helper] ?? []).contains { index in
        index > 0 && index <= properties.count && isAlpha(properties[index - 1], bytes)
      }
    }
  }

  /// The orientation of the primary item for display.
  var orientation: ImageOrientation {
    switch (quarters, mirror) {
    case (1, nil): .left
    case (1, .topToBottom): .leftMirrored
    case (1, .leftToRight): .rightMirrored
    case (2, nil): .down
    case (2, .topToBottom): .upMirrored
    case (2, .leftToRight): .downMirrored
    case (3, nil): .right
    case (3, .topToBottom): .rightMirrored
    case (3, .leftToRight): .leftMirrored
    case (_, nil): .up
    case (_, .topToBottom): .downMirrored
    case (_, .leftToRight): .upMirrored
    }
  }

  private mutating func take(_ property: AVIFBox, _ bytes: Span<UInt8>) throws(ImageError) {
    let at = property.content.lowerBound
    if property.isNamed("ispe", in: bytes) {
      width = try bytes.number(4, at: at + 4, .big, of: .avif)
      height = try bytes.number(4, at: at + 8, .big, of: .avif)
    } else if property.isNamed("irot", in: bytes) {
      quarters = try bytes.number(1, at: at, .big, of: .avif) & 3
    } else if property.isNamed("imir", in: bytes) {
      let axis = try bytes.number(1, at: at, .big, of: .avif) & 1
      mirror = axis == 0 ? .topToBottom : .leftToRight
    }
  }

  private func isAlpha(_ property: AVIFBox, _ bytes: Span<UInt8>) -> Bool {
    let at = property.content.lowerBound + 4
    return property.isNamed("auxC", in: bytes)
      && (bytes.has("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", at: at)
        || bytes.has("urn:mpeg:hevc:2015:auxid:1\0", at: at))
  }

  /// Returns the indices of each item's properties, which begin with 1.
  private func associations(
    of bytes: Span<UInt8>, _ table: Range<Int>, _ boxes: inout AVIFBoxes
  ) throws(ImageError) -> [Int: [Int]] {
    let start = table.lowerBound
    let itemByteCount = bytes.has([0], at: start) ? 2 : 4
    let isWide = try bytes.number(1, at: start + 3, .big, of: .avif) & 1 == 1
    let count = try bytes.number(4, at: start + 4, .big, of: .avif)
    try boxes.add(count)
    var owned: [Int: [Int]] = [:]
    var at = start + 8
    for _ in 0..<count {
      let item = try bytes.number(itemByteCount, at: at, .big, of: .avif)
      let indexCount = try bytes.number(1, at: at + itemByteCount, .big, of: .avif)
      at += itemByteCount + 1
      for _ in 0..<indexCount {
        // If the highest bit of the index is set, a reader must understand the property.
        let index = try bytes.number(isWide ? 2 : 1, at: at, .big, of: .avif)
        owned[item, default: []].append(index & (isWide ? 0x7fff : 0x7f))
        at += isWide ? 2 : 1
      }
    }
    return owned
  }

  /// Returns the auxiliary items of an AVIF item. Each auxiliary item is listed once, even if the
  /// file names the item several times.
  private func auxiliaries(
    of item: Int, _ bytes: Span<UInt8>, _ meta: Range<Int>, _ boxes: inout AVIFBoxes
  ) throws(ImageError) -> Set<Int> {
    guard let references = try boxes.content(at: ["iref"], in: meta, of: bytes),
      references.count >= 4
    else { return [] }
    let byteCount = bytes.has([0], at: references.lowerBound) ? 2 : 4
    var helpers: Set<Int> = []
    for box in try boxes.all(in: references.dropFirst(4), of: bytes)
    where box.isNamed("auxl", in: bytes) {
      let helper = try bytes.number(byteCount, at: box.content.lowerBound, .big, of: .avif)
      var at = box.content.lowerBound + byteCount
      let count = try bytes.number(2, at: at, .big, of: .avif)
      try boxes.add(count)
      at += 2
      for _ in 0..<count {
        if try bytes.number(byteCount, at: at, .big, of: .avif) == item { helpers.insert(helper) }
        at += byteCount
      }
    }
    return helpers
  }
}
