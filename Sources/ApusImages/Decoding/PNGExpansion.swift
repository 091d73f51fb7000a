internal import ApusBytes

/// A converter from the samples of a PNG row to red, green, blue and alpha bytes.
///
/// PNG 3 section 13.12. A sample of less than 8 bits is multiplied so that the largest sample
/// becomes 255. The high byte of a sample of 16 bits is used. The converter compares the
/// transparent colour before the conversion loses bits.
struct PNGExpansion {
  /// The position of a row's pixels in the picture, which consists of the first byte, the distance
  /// between pixels, and the number of pixels.
  struct Place {
    let start: Int
    let step: Int
    let count: Int
  }

  private let colourType: PNGHeader.ColourType
  private let depth: Int
  /// The red, green, blue and alpha bytes of each colour in the palette.
  private let palette: [UInt8]
  /// The samples of the single transparent colour, with up to 16 bits each. The array is empty if
  /// the image has no transparent colour.
  private let transparent: [Int]

  init(_ outline: PNGOutline, _ bytes: Span<UInt8>) throws(ImageError) {
    colourType = outline.header.colourType
    depth = outline.header.bitDepth
    var (palette, transparent) = ([UInt8](), [Int]())
    let transparency = outline.transparency ?? 0..<0
    if colourType == .palette, let range = outline.palette {
      for (index, at) in stride(from: range.lowerBound, to: range.upperBound, by: 3).enumerated() {
        let isGiven = index < transparency.count
        let alpha = isGiven ? bytes[transparency.lowerBound + index] : 255
        palette += [bytes[at], bytes[at + 1], bytes[at + 2], alpha]
      }
    } else {
      for at in stride(from: transparency.lowerBound, to: transparency.upperBound, by: 2) {
        transparent.append(try bytes.number(2, at: at, .big, of: .png))
      }
    }
    self.palette = palette
    self.transparent = transparent
  }

  /// Writes the pixels of a decompressed row, which may be longer than necessary. Returns `false`
  /// if the palette lacks a colour of the row.
  func expand(_ row: [UInt8], into pixels: inout [UInt8], at place: Place) -> Bool {
    let row = row.span
    var target = pixels.mutableSpan
    let last = place.start + (place.count - 1) * place.step + 4
    precondition(place.start >= 0 && place.count > 0 && last <= target.count)
    switch (colourType, depth) {
    case (.palette, _): return expandPalette(row, &target, place)
    case (.grey, _): expandGrey(row, &target, place)
    case (.colour, 8): expandColour(row, &target, place)
    case (.colour, _): expandDeepColour(row, &target, place)
    case (.greyWithAlpha, _): expandGreyWithAlpha(row, &target, place)
    case (.colourWithAlpha, 8) where place.step == 4:
      target.replace(at: place.start, with: row.extracting(0..<place.count * 4))
    case (.colourWithAlpha, _): expandColourWithAlpha(row, &target, place)
    }
    return true
  }

  /// Returns the pixel sample of up to 8 bits at an index of a row.
  @inline(__always)
  private func sample(_ row: Span<UInt8>, _ index: Int) -> Int {
    let bit = index &* depth
    let shift = 8 &- depth &- bit & 7
    return Int(row[bit >> 3]) >> shift & (1 << depth &- 1)
  }

  private func expandPalette(
    _ row: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ place: Place
  ) -> Bool {
    let colours = palette.span
    var at = place.start
    for index in 0..<place.count {
      let colour = sample(row, index) &* 4
      guard colour < colours.count else { return false }
      target[at] = colours[colour]
      target[at &+ 1] = colours[colour &+ 1]
      target[at &+ 2] = colours[colour &+ 2]
      target[at &+ 3] = colours[colour &+ 3]
      at &+= place.step
    }
    return true
  }

  private func expandGrey(
    _ row: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ place: Place
  ) {
    let key = transparent.first ?? -1
    // The factor is 255, 85, 17 or 1, so that the largest sample becomes 255.
    let factor = 255 / (1 << min(8, depth) - 1)
    var at = place.start
    for index in 0..<place.count {
      var value = depth == 16 ? Int(row[index &* 2]) << 8 : sample(row, index)
      if depth == 16 { value |= Int(row[index &* 2 &+ 1]) }
      let byte = UInt8(truncatingIfNeeded: depth == 16 ? value >> 8 : value &* factor)
      target[at] = byte
      target[at &+ 1] = byte
      target[at &+ 2] = byte
      target[at &+ 3] = value == key ? 0 : 255
      at &+= place.step
    }
  }

  private func expandColour(
    _ row: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ place: Place
  ) {
    let key = transparent.count == 3 ? transparent : [-1, -1, -1]
    let (keyRed, keyGreen, keyBlue) = (key[0], key[1], key[2])
    var (at, from) = (place.start, 0)
    for _ in 0..<place.count {
      let (red, green, blue) = (row[from], row[from &+ 1], row[from &+ 2])
      let isClear = Int(red) == keyRed && Int(green) == keyGreen && Int(blue) == keyBlue
      target[at] = red
      target[at &+ 1] = green
      target[at &+ 2] = blue
      target[at &+ 3] = isClear ? 0 : 255
      at &+= place.step
      from &+= 3
    }
  }

  private func expandDeepColour(
    _ row: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ place: Place
  ) {
    var (at, from) = (place.start, 0)
    for _ in 0..<place.count {
      var isClear = !transparent.isEmpty
      for sample in 0..<transparent.count {
        let place = from &+ 2 &* sample
        isClear = isClear && Int(row[place]) << 8 | Int(row[place &+ 1]) == transparent[sample]
      }
      target[at] = row[from]
      target[at &+ 1] = row[from &+ 2]
      target[at &+ 2] = row[from &+ 4]
      target[at &+ 3] = isClear ? 0 : 255
      at &+= place.step
      from &+= 6
    }
  }

  private func expandGreyWithAlpha(
    _ row: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ place: Place
  ) {
    let size = depth / 8
    var (at, from) = (place.start, 0)
    for _ in 0..<place.count {
      let grey = row[from]
      target[at] = grey
      target[at &+ 1] = grey
      target[at &+ 2] = grey
      target[at &+ 3] = row[from &+ size]
      at &+= place.step
      from &+= 2 &* size
    }
  }

  private func expandColourWithAlpha(
    _ row: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ place: Place
  ) {
    let size = depth / 8
    var (at, from) = (place.start, 0)
    for _ in 0..<place.count {
      target[at] = row[from]
      target[at &+ 1] = row[from &+ size]
      target[at &+ 2] = row[from &+ 2 &* size]
      target[at &+ 3] = row[from &+ 3 &* size]
      at &+= place.step
      from &+= 4 &* size
    }
  }
}
