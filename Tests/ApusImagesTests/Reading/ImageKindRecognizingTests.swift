import ApusImages
import Testing

struct ImageKindRecognizingTests {
  /// A small file of each kind.
  static let files: [(kind: ImageKind, bytes: [UInt8])] = [
    (.png, ImageMaker.png(ImageMaker.header(1, 1, depth: 8, type: 0), rows: [0, 7])),
    (.jpeg, ImageMaker.jpeg(ImageMaker.frame(0xc0, 16, 8))),
    (.gif, ImageMaker.gif(4, 3, ImageMaker.gifDelay(3), ImageMaker.gifFrame(4, 3))),
    (.webP, ImageMaker.webP(ImageMaker.extended(0, 3, 4), ImageMaker.lossy(3, 4))),
    (.bmp, ImageMaker.bmp(ImageMaker.bmpHeader(3, 2, bits: 24), pixelByteCount: 24)),
    (
      .tiff,
      ImageMaker.tiff(little: false, [[(256, 3, 5), (257, 3, 7)], [(256, 3, 5), (257, 3, 7)]])
    ),
    (.ico, ImageMaker.ico([ImageMaker.bmpHeader(16, 32, bits: 32)])),
    (
      .avif,
      ImageMaker.avif([ImageMaker.extent(33, 11)], brand: "avis", alpha: true)
        + ImageMaker.movie(unit: 1_000, [(2, 40)])
    ),
  ]

  @Test func `each image kind is recognized by its first bytes and has media types`() {
    #expect(Self.files.map(\.kind) == ImageKind.allCases)
    for (kind, bytes) in Self.files {
      #expect(ImageKind(recognizing: bytes.span) == kind)
      #expect(kind.mediaTypes.allSatisfy { $0.hasPrefix("image/") } && !kind.mediaTypes.isEmpty)
      var other = bytes
      other[0] ^= 0x10
      other[4] ^= 0x10
      #expect(ImageKind(recognizing: other.span) == nil, "\(kind)")
    }
    for text in [
      "", "BM", "BMW 3 series, sold by owner", "RIFF....WAVE", "<svg", "GIF88a", "II+\0",
    ] {
      #expect(ImageKind(recognizing: Array(text.utf8).span) == nil)
    }
  }

  @Test func `a truncated image is rejected or has the same facts as the whole image`() throws {
    for (kind, bytes) in Self.files {
      let whole = try ImageFacts(of: bytes.span)
      var refusedCount = 0
      for count in bytes.indices {
        do throws(ImageError) {
          #expect(try ImageFacts(of: bytes.span.extracting(0..<count)) == whole)
        } catch {
          refusedCount += 1
        }
      }
      // A JPEG's scan is not looked at, nor are pixels of a TIFF.
      #expect(refusedCount >= bytes.count / 2, "\(kind)")
    }
  }

  @Test func `an image with a changed byte is rejected or has facts within the limits`() {
    var limits = ImageLimits()
    limits.pixelCount = 1_000_000
    for (_, bytes) in Self.files {
      for place in bytes.indices {
        for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff, bytes[place] ^ 1] {
          var changed = bytes
          changed[place] = value
          guard let facts = try? ImageFacts(of: changed.span, limits: limits) else { continue }
          #expect(facts.width > 0 && facts.height > 0 && facts.frameCount > 0)
          #expect(facts.width * facts.height <= limits.pixelCount)
        }
      }
    }
  }

  @Test func `each image limit accepts an image at the limit and rejects a larger image`() throws {
    let animation = ImageMaker.gif(
      40, 30, ImageMaker.gifFrame(1, 1), ImageMaker.gifFrame(1, 1), ImageMaker.gifFrame(1, 1))
    var limits = ImageLimits()
    limits.byteCount = animation.count
    limits.sideLength = 40
    limits.pixelCount = 1_200
    limits.frameCount = 3
    limits.blockCount = 4
    #expect(try ImageFacts(of: animation.span, limits: limits).frameCount == 3)
    let cases: [(WritableKeyPath<ImageLimits, Int>, ImageError)] = [
      (\.byteCount, .tooLarge(.byteCount, animation.count, atMost: animation.count - 1)),
      (\.sideLength, .tooLarge(.sideLength, 40, atMost: 39)),
      (\.pixelCount, .tooLarge(.pixelCount, 1_200, atMost: 1_199)),
      (\.frameCount, .tooLarge(.frameCount, 3, atMost: 2)),
      (\.blockCount, .tooLarge(.blockCount, 4, atMost: 3)),
    ]
    for (limit, error) in cases {
      var lower = limits
      lower[keyPath: limit] -= 1
      #expect(throws: error) { try ImageFacts(of: animation.span, limits: lower) }
    }
  }

  @Test func `maximum image limits cause no arithmetic overflow`() {
    var limits = ImageLimits()
    limits.byteCount = .max
    limits.sideLength = .max
    limits.pixelCount = .max
    let side = Int(Int32.max)
    let file = ImageMaker.png(ImageMaker.header(side, side, depth: 16, type: 6), rows: [0])
    #expect(throws: ImageError.self) { try ImageDecoders().decode(file.span, limits: limits) }
    let flat = ImageMaker.png(ImageMaker.header(side, 65_536, depth: 16, type: 6), rows: [0])
    #expect(throws: ImageError.self) { try ImageDecoders().decode(flat.span, limits: limits) }
    let bitmap = ImageMaker.bmp(ImageMaker.bmpHeader(side, side, bits: 64), pixelByteCount: 8)
    #expect(throws: ImageError.self) { try ImageFacts(of: bitmap.span, limits: limits) }
  }
}
