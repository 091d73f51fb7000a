import Testing

@testable import ApusImages

/// The pixels of all decodings in progress have one common limit.
struct PixelBudgetTests {
  private static func png(_ width: Int, _ height: Int) -> [UInt8] {
    ImageMaker.png(
      ImageMaker.header(width, height, depth: 8, type: 0),
      rows: Array(repeating: 0, count: (width + 1) * height))
  }

  private func decode(_ file: [UInt8], _ budget: PixelBudget) throws(ImageError) -> Int {
    let pixels = try ImageDecoders([PNGDecoder(sharing: budget)]).decode(file.span)
    return pixels.rgba.count
  }

  @Test func `a picture that exceeds the free pixel budget is rejected`() throws {
    let budget = PixelBudget(pixelCount: 100)
    try budget.withPixels(40) { () throws(ImageError) in
      #expect(try decode(Self.png(10, 6), budget) == 240)
      let error = #expect(throws: ImageError.self) { try decode(Self.png(61, 1), budget) }
      #expect(error == .tooLarge(.pixelsInProgress, 61, atMost: 60))
      // Rejected and ended pictures do not count.
      #expect(budget.pixelsInProgress == 40)
      #expect(try decode(Self.png(60, 1), budget) == 240)
    }
    #expect(budget.pixelsInProgress == 0)
  }

  @Test func `a picture that exceeds the whole pixel budget is decoded alone`() throws {
    let budget = PixelBudget(pixelCount: 10)
    #expect(try decode(Self.png(4, 4), budget) == 64)
    _ = try budget.withPixels(1) { () throws(ImageError) in
      #expect(throws: ImageError.tooLarge(.pixelsInProgress, 16, atMost: 9)) {
        try decode(Self.png(4, 4), budget)
      }
    }
  }

  @Test func `a failed decoding returns its pixels to the budget`() {
    let budget = PixelBudget(pixelCount: 100)
    var broken = Self.png(10, 6)
    broken[broken.count - 20] ^= 1
    for _ in 0..<10 { #expect(throws: ImageError.self) { try decode(broken, budget) } }
    #expect(budget.pixelsInProgress == 0)
  }

  @Test func `PNG decoders share one pixel budget by default`() {
    #expect(PNGDecoder().budget === PixelBudget.shared)
    #expect(PixelBudget.shared.pixelCount == 128 << 20)
    let kinds = ImageDecoders().kinds
    #expect(kinds == [.png])
  }
}
