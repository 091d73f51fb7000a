import ApusImages

/// Checks the requirements of every reading of an image, for any bytes.
public func checkImage(_ bytes: [UInt8], _ kind: ImageKind) {
  guard ImageKind(recognizing: bytes.span) == kind else { return }
  var limits = ImageLimits()
  limits.pixelCount = 1 << 20
  limits.frameCount = 1_000
  do throws(ImageError) {
    let facts = try ImageFacts(of: bytes.span, limits: limits)
    require(facts.kind == kind, "another kind than was recognised")
    require(facts.width > 0 && facts.height > 0, "an empty image")
    require(facts.width * facts.height <= limits.pixelCount, "more pixels than are allowed")
    require(1...limits.frameCount ~= facts.frameCount, "a number of frames that is not allowed")
    let count = facts.frameDurations.count
    require(count == 0 || count == facts.frameCount, "other durations than frames")
    try checkPixels(bytes, facts, limits)
  } catch {
    require(!error.description.isEmpty, "an error without words")
  }
}

private func checkPixels(
  _ bytes: [UInt8], _ facts: ImageFacts, _ limits: ImageLimits
) throws(ImageError) {
  guard facts.kind == .png else { return }
  let pixels = try ImageDecoders().decode(bytes.span, limits: limits)
  require(pixels.rgba.count == facts.width * facts.height * 4, "other pixels than the size says")
  require(facts.hasAlpha || !pixels.hasTransparency, "transparent pixels without alpha")
}
