import ApusImages
import Testing

/// Pixels of PNG, and the files that a strict reader rejects.
struct PNGDecoderTests {
  private func pixels(_ file: [UInt8]) throws(ImageError) -> ImagePixels {
    try ImageDecoders().decode(file.span)
  }

  private func row(_ file: [UInt8]) throws(ImageError) -> [SIMD4<UInt8>] {
    let pixels = try pixels(file)
    return (0..<pixels.width).map { pixels[$0, 0] }
  }

  private func grey(_ values: UInt8...) -> [SIMD4<UInt8>] {
    values.map { SIMD4($0, $0, $0, 255) }
  }

  @Test(arguments: [
    (1, [0b1010_0000], [255, 0, 255]), (2, [0b0001_1011], [0, 85, 170, 255]),
    (4, [0x0f, 0x70], [0, 255, 119]), (8, [0, 200, 255], [0, 200, 255]),
    (16, [0x12, 0xff, 0xfe, 0x00], [0x12, 0xfe]),
  ])
  func `PNG grey samples of every depth are scaled to the range from 0 to 255`(
    depth: Int, samples: [UInt8], expected: [UInt8]
  ) throws {
    let header = ImageMaker.header(expected.count, 1, depth: depth, type: 0)
    let file = ImageMaker.png(header, rows: [0] + samples)
    #expect(try row(file) == expected.map { SIMD4($0, $0, $0, 255) })
  }

  @Test(arguments: [1, 2, 4, 8])
  func `PNG palettes of every depth give their colours and transparency`(depth: Int) throws {
    let colours = ImageMaker.chunk("PLTE", [1, 2, 3, 4, 5, 6])
    let alpha = ImageMaker.chunk("tRNS", [9])
    let samples: [UInt8] = depth == 8 ? [1, 0] : [1 << UInt8(8 - depth)]
    let header = ImageMaker.header(2, 1, depth: depth, type: 3)
    let file = ImageMaker.png(header, colours + alpha, rows: [0] + samples)
    #expect(try row(file) == [SIMD4(4, 5, 6, 255), SIMD4(1, 2, 3, 9)])
  }

  @Test func `PNG colours of 8 and 16 bits are decoded with and without alpha`() throws {
    func file(_ depth: Int, _ type: Int, _ samples: [UInt8]) -> [UInt8] {
      ImageMaker.png(ImageMaker.header(1, 1, depth: depth, type: type), rows: [0] + samples)
    }
    #expect(try row(file(8, 2, [1, 2, 3])) == [SIMD4(1, 2, 3, 255)])
    #expect(try row(file(16, 2, [1, 9, 2, 9, 3, 9])) == [SIMD4(1, 2, 3, 255)])
    #expect(try row(file(8, 4, [7, 8])) == [SIMD4(7, 7, 7, 8)])
    #expect(try row(file(16, 4, [7, 1, 8, 1])) == [SIMD4(7, 7, 7, 8)])
    #expect(try row(file(8, 6, [1, 2, 3, 4])) == [SIMD4(1, 2, 3, 4)])
    #expect(try row(file(16, 6, [1, 9, 2, 9, 3, 9, 4, 9])) == [SIMD4(1, 2, 3, 4)])
  }

  @Test func `the transparent PNG colour is compared with all 16 bits of a sample`() throws {
    func file(_ depth: Int, _ type: Int, _ key: [UInt8], _ samples: [UInt8]) -> [UInt8] {
      let header = ImageMaker.header(2, 1, depth: depth, type: type)
      return ImageMaker.png(header, ImageMaker.chunk("tRNS", key), rows: [0] + samples)
    }
    let cases: [[UInt8]] = [
      file(8, 0, [0, 5], [5, 6]), file(16, 0, [5, 1], [5, 1, 5, 2]),
      file(4, 0, [0, 5], [0x56]), file(8, 2, [0, 1, 0, 2, 0, 3], [1, 2, 3, 1, 2, 4]),
      file(16, 2, [0, 1, 0, 2, 0, 3], [0, 1, 0, 2, 0, 3, 0, 1, 0, 2, 0, 4]),
    ]
    for file in cases { #expect(try row(file).map(\.w) == [0, 255]) }
    // 0x105 is not a sample of 8 bits.
    #expect(try row(file(8, 0, [1, 5], [5, 6])).map(\.w) == [255, 255])
  }

  @Test func `each PNG filter is reversed in the first row and in later rows`() throws {
    let rows: [UInt8] = [
      1, 10, 5, 5,  // left: 10, 15, 20
      2, 1, 1, 1,  // up: 11, 16, 21
      3, 5, 5, 5,  // average: 5 + 5, 5 + (10 + 16) / 2, 5 + (18 + 21) / 2
      4, 1, 1, 1,  // Paeth: 1 + 10, then 1 + nearest to 11 + 18 - 10, and so on
      0, 7, 8, 9,
    ]
    let file = ImageMaker.png(ImageMaker.header(3, 5, depth: 8, type: 0), rows: rows)
    let pixels = try pixels(file)
    let values = (0..<5).map { y in (0..<3).map { pixels[$0, y].x } }
    #expect(values == [[10, 15, 20], [11, 16, 21], [10, 18, 24], [11, 19, 25], [7, 8, 9]])
    #expect(throws: ImageError.self) {
      try self.pixels(ImageMaker.png(ImageMaker.header(1, 1, depth: 8, type: 0), rows: [5, 1]))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8, 9, 17], [1, 2, 3, 5, 7, 8, 9])
  func `an interlaced PNG file has the same pixels as the plain PNG file`(
    width: Int, height: Int
  ) throws {
    func value(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: x * 7 + y * 31) }
    let plainRows: [UInt8] = (0..<height).flatMap { y in [0] + (0..<width).map { value($0, y) } }
    var passRows: [UInt8] = []
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    for (x, y, stepX, stepY) in passes where x < width {
      for y in stride(from: y, to: height, by: stepY) {
        passRows += [0] + stride(from: x, to: width, by: stepX).map { value($0, y) }
      }
    }
    let plain = try pixels(
      ImageMaker.png(ImageMaker.header(width, height, depth: 8, type: 0), rows: plainRows))
    let header = ImageMaker.header(width, height, depth: 8, type: 0, interlaced: true)
    #expect(try pixels(ImageMaker.png(header, rows: passRows)) == plain)
    #expect(plain[width - 1, height - 1].x == value(width - 1, height - 1))
  }

  @Test func `PNG data in several chunks is decoded, and bytes after the end are ignored`() throws {
    let header = ImageMaker.header(200, 300, depth: 8, type: 2)
    var rows: [UInt8] = []
    for row in 0..<300 {
      rows.append(UInt8(row % 5))
      for place in 0..<600 { rows.append(UInt8(truncatingIfNeeded: place * row)) }
    }
    let whole = try pixels(ImageMaker.png(header, rows: rows))
    let stream = ImageMaker.zlib(rows)
    var file = ImageMaker.signature + header
    for start in stride(from: 0, to: stream.count, by: 7_001) {
      file += ImageMaker.chunk("IDAT", Array(stream[start..<min(stream.count, start + 7_001)]))
    }
    file += ImageMaker.chunk("IDAT") + ImageMaker.chunk("IEND") + [1, 2, 3]
    #expect(try pixels(file) == whole)
  }

  @Test func `a PNG file with a wrong checksum, order or critical chunk is rejected`() {
    let header = ImageMaker.header(2, 1, depth: 8, type: 0)
    let good = ImageMaker.png(header, rows: [0, 1, 2])
    func data(_ bytes: [UInt8]) -> [UInt8] { ImageMaker.chunk("IDAT", bytes) }
    let stream = ImageMaker.zlib([0, 1, 2])
    let end = ImageMaker.chunk("IEND")
    var badCRC = good
    badCRC[good.count - 13] ^= 1
    var badAdler = stream
    badAdler[stream.count - 1] ^= 1
    let start = ImageMaker.signature + header
    let cases: [([UInt8], ImageError.Fault)] = [
      (badCRC, .checksum), (start + data(badAdler) + end, .checksum),
      (start + header + data(stream) + end, .order),
      (start + data(stream) + ImageMaker.chunk("tEXt") + data([]) + end, .order),
      (start + ImageMaker.chunk("ABCD") + data(stream) + end, .unknownBlock),
      (start + ImageMaker.chunk("PLTE", [1, 2, 3]) + data(stream) + end, .palette),
      (start + ImageMaker.chunk("a1cd") + data(stream) + end, .structure),
      (start + data(stream + [0]) + end, .compressedData),
      (start + data(stream) + data([0]) + end, .compressedData),
      (start + data(Array(stream.dropLast())) + end, .compressedData),
      (start + data(ImageMaker.zlib([0, 1])) + end, .pixelCount),
      (start + data(ImageMaker.zlib([0, 1, 2, 3])) + end, .pixelCount),
      (start + end, .pixelCount), (start + data(stream) + ImageMaker.chunk("IEND", [1]), .length),
    ]
    for (file, fault) in cases {
      let error = #expect(throws: ImageError.self) { try pixels(file) }
      guard case .malformed(.png, fault, _) = error else {
        Issue.record("\(String(describing: error)) is not \(fault)")
        continue
      }
    }
    #expect(throws: ImageError.self) { try pixels(start + data(stream)) }
  }

  @Test func `a PNG palette that is missing, incomplete or too short is rejected`() {
    let header = ImageMaker.header(1, 1, depth: 2, type: 3)
    let palettes: [[UInt8]] = [[], [1, 2, 3, 4], Array(repeating: 0, count: 15), [1, 2, 3]]
    for colours in palettes {
      let chunk = colours.isEmpty ? [] : ImageMaker.chunk("PLTE", colours)
      let error = #expect(throws: ImageError.self) {
        try pixels(ImageMaker.png(header, chunk, rows: [0, 0x40]))
      }
      guard case .malformed(.png, .palette, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test(arguments: [(8, 1), (3, 0), (0, 5), (16, 3), (4, 2), (1, 4)])
  func `a PNG header with an invalid bit depth for its colour type is rejected`(
    depth: Int, type: Int
  ) {
    let file = ImageMaker.png(ImageMaker.header(1, 1, depth: depth, type: type), rows: [0, 0])
    let error = #expect(throws: ImageError.self) { try pixels(file) }
    #expect(error == .malformed(.png, .encoding, at: 24))
  }

  @Test func `a PNG file with too little data is rejected before pixels are allocated`() {
    var limits = ImageLimits()
    limits.pixelCount = 1 << 40
    // A terabyte of pixels could not be allocated.
    let header = ImageMaker.header(65_535, 65_535, depth: 16, type: 6)
    #expect(throws: ImageError.self) {
      try ImageDecoders().decode(ImageMaker.png(header, rows: [0]).span, limits: limits)
    }
  }

  @Test func `a custom decoder decodes its image kind, and JPEG has no default decoder`() throws {
    struct Black: ImageDecoder {
      let kinds: Set<ImageKind> = [.jpeg]
      let width: Int
      func decode(
        _ bytes: Span<UInt8>, facts: ImageFacts, limits: ImageLimits
      ) throws(ImageError) -> ImagePixels {
        ImagePixels(
          width: width, height: 8, rgba: Array(repeating: 0, count: width * 8 * 4))
      }
    }
    let file = ImageMaker.jpeg(ImageMaker.frame(0xc0, 16, 8))
    #expect(throws: ImageError.noDecoder(.jpeg)) { try ImageDecoders().decode(file.span) }
    let decoders = ImageDecoders([PNGDecoder(), Black(width: 16)])
    #expect(decoders.kinds == [.png, .jpeg])
    #expect(try decoders.decode(file.span).width == 16)
    // The result of a decoder must have the size from the headers.
    #expect(throws: ImageError.self) { try ImageDecoders([Black(width: 15)]).decode(file.span) }
  }
}
