import ApusImages
import Testing

/// The facts in headers of each kind, on files of a few bytes.
struct ImageFactsReadingTests {
  private func facts(_ bytes: [UInt8]) throws(ImageError) -> ImageFacts {
    try ImageFacts(of: bytes.span)
  }

  @Test func `PNG headers give the size, alpha, interlacing and orientation`() throws {
    let grey = ImageMaker.png(
      ImageMaker.header(3, 2, depth: 8, type: 0), rows: [0, 1, 2, 3, 0, 4, 5, 6])
    let plain = try facts(grey)
    #expect(plain.kind == .png && plain.width == 3 && plain.height == 2)
    #expect(!plain.hasAlpha && !plain.isProgressive && plain.frameCount == 1)
    #expect(plain.orientation == .up && plain.isLossless == true)
    let turned = try facts(
      ImageMaker.png(
        ImageMaker.header(3, 2, depth: 8, type: 4, interlaced: true),
        ImageMaker.chunk("eXIf", ImageMaker.exif(6, little: false)), rows: []))
    #expect(turned.hasAlpha && turned.isProgressive && turned.orientation == .right)
    #expect(turned.displayWidth == 2 && turned.displayHeight == 3)
  }

  @Test func `APNG headers give frame count, durations and loops without a default image`() throws {
    func frame(_ number: Int, _ numerator: Int, _ denominator: Int) -> [UInt8] {
      let place = [2, 1, 0, 0].flatMap { ImageMaker.bigEndian($0) }
      let delay = ImageMaker.bigEndian(numerator, 2) + ImageMaker.bigEndian(denominator, 2)
      return ImageMaker.chunk("fcTL", ImageMaker.bigEndian(number) + place + delay + [0, 0])
    }
    func file(_ frameCount: Int, before: [UInt8], after: [UInt8]) -> [UInt8] {
      let control = ImageMaker.bigEndian(frameCount) + ImageMaker.bigEndian(7)
      return ImageMaker.png(
        ImageMaker.header(2, 1, depth: 8, type: 0), ImageMaker.chunk("acTL", control) + before,
        rows: [0, 1, 2], after)
    }
    let data = ImageMaker.chunk("fdAT", ImageMaker.bigEndian(2) + ImageMaker.zlib([0, 3, 4]))
    let animation = try facts(file(2, before: frame(0, 1, 4), after: frame(1, 3, 0) + data))
    #expect(animation.frameCount == 2 && animation.loopCount == 7 && animation.isAnimated)
    #expect(animation.frameDurations == [.milliseconds(250), .milliseconds(30)])
    let error = #expect(throws: ImageError.self) {
      try facts(file(3, before: frame(0, 1, 4), after: frame(1, 3, 0) + data))
    }
    guard case .malformed(.png, .frames, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The numbers of the chunks have a gap.
    #expect(throws: ImageError.self) { try facts(file(1, before: frame(1, 1, 4), after: [])) }
  }

  @Test(arguments: 0...9, [false, true])
  func `JPEG headers give the size, and the EXIF orientation in either byte order`(
    orientation: Int, little: Bool
  ) throws {
    let exif = Array("Exif\0\0".utf8) + ImageMaker.exif(orientation, little: little)
    let read = try facts(
      ImageMaker.jpeg(ImageMaker.segment(0xe1, exif), ImageMaker.frame(0xc0, 16, 8)))
    #expect(read.kind == .jpeg && read.width == 16 && read.height == 8 && !read.isProgressive)
    let expected = ImageOrientation(rawValue: orientation) ?? .up
    #expect(read.orientation == expected)
    #expect(read.displayWidth == (orientation >= 5 && orientation <= 8 ? 8 : 16))
  }

  @Test func `JPEG headers reveal progressive files, and other segments are skipped`() throws {
    let table = ImageMaker.segment(0xc4, [0, 0, 99, 99, 99, 99, 1, 1])
    let read = try facts(ImageMaker.jpeg(table, ImageMaker.frame(0xc2, 5, 7), [0xff]))
    #expect(read.isProgressive && read.width == 5 && read.height == 7)
    #expect(throws: ImageError.malformed(.jpeg, .order, at: 4)) { try facts(ImageMaker.jpeg()) }
    #expect(throws: ImageError.self) {
      try facts(ImageMaker.jpeg(ImageMaker.frame(0xc0, 5, 7), ImageMaker.frame(0xc0, 5, 7)))
    }
    #expect(throws: ImageError.self) { try facts(ImageMaker.jpeg(ImageMaker.frame(0xc0, 0, 7))) }
  }

  @Test func `GIF headers give frames, delays, loops, interlacing and the picture size`() throws {
    let animation = try facts(
      ImageMaker.gif(
        4, 3, ImageMaker.gifLoop(0), ImageMaker.gifDelay(10), ImageMaker.gifFrame(4, 3),
        ImageMaker.gifDelay(25, transparent: true), ImageMaker.gifFrame(2, 2)))
    #expect(animation.frameCount == 2 && animation.loopCount == 0 && animation.hasAlpha)
    #expect(animation.frameDurations == [.milliseconds(100), .milliseconds(250)])
    #expect(animation.width == 4 && animation.height == 3)
    let still = try facts(ImageMaker.gif(4, 3, ImageMaker.gifFrame(6, 2, interlaced: true)))
    #expect(still.width == 6 && still.height == 3 && still.isProgressive && !still.isAnimated)
    #expect(still.loopCount == 1 && still.frameDurations.isEmpty)
    #expect(throws: ImageError.self) { try facts(ImageMaker.gif(4, 3)) }
  }

  @Test func `headers of lossy, lossless, extended and animated WebP files are read`() throws {
    let lossy = try facts(ImageMaker.webP(ImageMaker.lossy(300, 20)))
    #expect(lossy.width == 300 && lossy.height == 20 && lossy.isLossless == false)
    let lossless = try facts(ImageMaker.webP(ImageMaker.lossless(16_384, 2, alpha: true)))
    #expect(lossless.width == 16_384 && lossless.height == 2 && lossless.hasAlpha)
    #expect(lossless.isLossless == true)
    let turned = try facts(
      ImageMaker.webP(
        ImageMaker.extended(0x18, 30, 40), ImageMaker.lossy(30, 40),
        ImageMaker.webPChunk("EXIF", ImageMaker.exif(8, little: true))))
    #expect(turned.orientation == .left && turned.displayWidth == 40 && turned.hasAlpha)
    let animation = try facts(
      ImageMaker.webP(
        ImageMaker.extended(0x02, 30, 40),
        ImageMaker.webPChunk("ANIM", [0, 0, 0, 0] + ImageMaker.littleEndian(3, 2)),
        ImageMaker.animationFrame(40, ImageMaker.lossy(30, 40)),
        ImageMaker.animationFrame(60, ImageMaker.lossless(30, 40, alpha: false))))
    #expect(animation.frameCount == 2 && animation.loopCount == 3 && animation.isLossless == false)
    #expect(animation.frameDurations == [.milliseconds(40), .milliseconds(60)])
    #expect(throws: ImageError.self) {
      try facts(ImageMaker.webP(ImageMaker.extended(0x02, 30, 40), ImageMaker.lossy(30, 40)))
    }
  }

  @Test func `BMP headers of either row order are read, and missing pixels are an error`() throws {
    let down = ImageMaker.bmp(ImageMaker.bmpHeader(3, -2, bits: 24), pixelByteCount: 24)
    #expect(try facts(down).height == 2)
    #expect(throws: ImageError.self) { try facts(Array(down.dropLast())) }
    let small = ImageMaker.littleEndian(12) + [3, 0, 2, 0, 1, 0, 1, 0]
    let old = try facts(ImageMaker.bmp(small, pixelByteCount: 8))
    #expect(old.width == 3 && old.height == 2 && !old.hasAlpha)
    let compressed = ImageMaker.bmpHeader(3, 2, bits: 8, compression: 1)
    #expect(try facts(ImageMaker.bmp(compressed, pixelByteCount: 0)).width == 3)
    for (width, height) in [(-1, 2), (3, 0), (3, Int(Int32.min))] {
      #expect(throws: ImageError.self) {
        try facts(
          ImageMaker.bmp(ImageMaker.bmpHeader(width, height, bits: 24), pixelByteCount: 24))
      }
    }
  }

  @Test func `the size of an ICO file is the size of its largest picture`() throws {
    let small = ImageMaker.bmpHeader(16, 32, bits: 32)
    let large = ImageMaker.png(ImageMaker.header(256, 200, depth: 8, type: 6), rows: [])
    let icon = try facts(ImageMaker.ico([small, large, small]))
    #expect(icon.width == 256 && icon.height == 200 && icon.frameCount == 3 && !icon.isAnimated)
    #expect(try facts(ImageMaker.ico([small])).height == 16)
    #expect(throws: ImageError.self) { try facts(Array(ImageMaker.ico([large]).dropLast())) }
  }

  @Test(arguments: [false, true])
  func `TIFF headers give page count, size, alpha and orientation`(little: Bool)
    throws
  {
    let first = [(256, 3, 5), (257, 4, 70_000), (274, 3, 3), (338, 3, 2)]
    let second = [(256, 4, 9), (257, 3, 9)]
    var limits = ImageLimits()
    limits.sideLength = 70_000
    let file = ImageMaker.tiff(little: little, [first, second])
    let read = try ImageFacts(of: file.span, limits: limits)
    #expect(read.width == 5 && read.height == 70_000 && read.frameCount == 2)
    #expect(read.orientation == .down && read.hasAlpha && !read.isAnimated)
  }

  @Test func `a TIFF file whose directories form a cycle is rejected`() {
    var file = ImageMaker.tiff(little: true, [[(256, 3, 5), (257, 3, 7)]])
    file.replaceSubrange(file.count - 4..<file.count, with: [8, 0, 0, 0])
    #expect(throws: ImageError.malformed(.tiff, .structure, at: 8)) { try facts(file) }
  }

  @Test func `AVIF headers give the size, orientation and alpha of the primary item`() throws {
    let plain = try facts(ImageMaker.avif([ImageMaker.extent(33, 11)]))
    #expect(plain.kind == .avif && plain.width == 33 && plain.height == 11 && !plain.hasAlpha)
    let left = try facts(
      ImageMaker.avif([ImageMaker.extent(33, 11), ImageMaker.box("irot", [1])], alpha: true))
    #expect(left.orientation == .left && left.displayWidth == 11 && left.hasAlpha)
    let both = [ImageMaker.extent(1, 2), ImageMaker.box("irot", [1]), ImageMaker.box("imir", [0])]
    #expect(try facts(ImageMaker.avif(both)).orientation == .leftMirrored)
    #expect(throws: ImageError.self) { try facts(ImageMaker.avif([])) }
    // An item whose property index is after the last property.
    let none = ImageMaker.box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1])
    let items = ImageMaker.box("iprp", ImageMaker.box("ipco"), none)
    let meta = ImageMaker.box(
      "meta", [0, 0, 0, 0], ImageMaker.box("pitm", [0, 0, 0, 0, 0, 1]), items)
    let file = ImageMaker.box("ftyp", Array("avif".utf8), [0, 0, 0, 0]) + meta
    let error = #expect(throws: ImageError.self) { try facts(file) }
    guard case .malformed(.avif, .dimensions, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `AVIF headers give the frame durations of an image sequence`() throws {
    let still = ImageMaker.avif([ImageMaker.extent(33, 11)], brand: "avis")
    let read = try facts(still + ImageMaker.movie(unit: 1_000, [(2, 40), (1, 100)]))
    #expect(read.frameCount == 3)
    #expect(read.frameDurations == [.milliseconds(40), .milliseconds(40), .milliseconds(100)])
    #expect(throws: ImageError.self) { try facts(still) }
    #expect(throws: ImageError.tooLarge(.frameCount, 4_294_967_295, atMost: 10_000)) {
      try facts(still + ImageMaker.movie(unit: 1_000, [(4_294_967_295, 1)]))
    }
  }
}
