import ApusBytes
import ApusCrypto
import ApusImages
import ApusSerialization

/// The expected properties of an image that must be decoded.
struct ImageExpectation {
  private let image: JSON.Value

  init(_ image: JSON.Value) { self.image = image }

  /// Returns the differences from the expected image properties, one per line.
  func differences(
    _ bytes: [UInt8], _ facts: ImageFacts, _ pixels: Result<ImagePixels, ImageError>?
  ) -> [String] {
    var found: [String] = []
    func expect<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value?) {
      guard let expected, value != expected else { return }
      found.append("\(name) is \(value), not \(expected)")
    }
    expect("format", facts.kind.rawValue.utf8.map(ASCII.lowercased), image["format"]?.utf8)
    expect("width", facts.width, image["width"]?.int)
    expect("height", facts.height, image["height"]?.int)
    expect("orientation", facts.orientation.rawValue, image["orientation"]?.int)
    expect("display width", facts.displayWidth, image["display_width"]?.int)
    expect("display height", facts.displayHeight, image["display_height"]?.int)
    expect("progressive", facts.isProgressive, image["progressive"]?.bool)
    expect("lossless", facts.isLossless, image["lossless"]?.bool)
    expect("loop", facts.loopCount, image["loop"]?.int)
    var frameCount = image["frames"]?.int
    // The corpus counts a default image that is not a frame as a frame without a duration.
    if image["apng_default_image_is_a_frame"]?.bool == false {
      frameCount = frameCount.map { $0 - 1 }
    }
    expect("frames", facts.frameCount, frameCount)
    if let durations = image["durations_ms"]?.array?.compactMap(\.double) {
      // The frame durations are rounded down to whole milliseconds.
      let read = facts.frameDurations.map { Double($0 / .microseconds(1)) / 1_000 }
      let areAlike =
        read.count == durations.count
        && zip(read, durations).allSatisfy { ($0 - $1).magnitude < 1 }
      if !areAlike { found.append("durations are \(read), not \(durations)") }
    }
    if facts.kind == .png { found += pngDifferences(bytes, pixels) }
    return found
  }

  private func pngDifferences(
    _ bytes: [UInt8], _ pixels: Result<ImagePixels, ImageError>?
  ) -> [String] {
    guard let outline = try? PNGOutline(reading: bytes.span, limits: ImageLimits()) else {
      return ["no outline"]
    }
    var found: [String] = []
    let header = outline.header
    if header.colourType.rawValue != image["colour_type"]?.int { found.append("colour type") }
    if header.bitDepth != image["bit_depth"]?.int { found.append("bit depth") }
    if header.isInterlaced != image["interlaced"]?.bool { found.append("interlaced") }
    if outline.animation?.startsWithDefaultImage != image["apng_default_image_is_a_frame"]?.bool {
      found.append("default image as a frame")
    }
    switch pixels {
    case .success(let pixels):
      let digest = Hex.encode(SHA256.digest(of: pixels.rgba))
      if digest != image["rgba8_sha256"]?.string { found.append("pixels \(digest)") }
      if pixels.hasTransparency != image["has_transparency"]?.bool { found.append("transparency") }
    case .failure(let error): found.append("not decoded, \(error)")
    case nil: found.append("not decoded")
    }
    return found
  }
}

extension JSON.Value {
  /// The UTF-8 bytes of a JSON string, or `nil` for another value.
  fileprivate var utf8: [UInt8]? { string.map { Array($0.utf8) } }
}
