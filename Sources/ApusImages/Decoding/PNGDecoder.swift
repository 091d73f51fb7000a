internal import ApusBytes
internal import ApusHTTP

/// A decoder for PNG images of every colour type and bit depth, with or without interlacing.
/// For an animation, the decoder returns the default image.
///
/// The decoder is strict. A wrong CRC, a wrong zlib checksum, an unknown critical chunk, and too
/// few or too many pixels are errors. The decoder ignores gamma, colour profiles and significant
/// bits. A sample of 16 bits loses its low byte. A sample of fewer than 8 bits is scaled to the
/// range from 0 to 255.
///
/// The decoder decompresses the data through a buffer of a few rows, so the decoder needs little
/// memory besides the pixels. All decodings in progress share one limit on the number of pixels.
public struct PNGDecoder: ImageDecoder {
  /// The image formats that the decoder supports, which consist of PNG only.
  public let kinds: Set<ImageKind> = [.png]

  /// The pixel budget that this decoder shares with other decoders.
  let budget: PixelBudget

  /// Creates a PNG decoder that uses a pixel budget.
  ///
  /// - Parameter budget: The limit on the pixels of all decodings in progress. The shared budget is
  ///   128 Mi pixels.
  public init(sharing budget: PixelBudget = .shared) { self.budget = budget }

  public func decode(
    _ bytes: Span<UInt8>, facts: ImageFacts, limits: ImageLimits
  ) throws(ImageError) -> ImagePixels {
    let outline = try PNGOutline(reading: bytes, limits: limits)
    let (width, height) = (outline.header.width, outline.header.height)
    // A closure cannot capture a span, so the function takes the pixel budget and returns the pixel
    // budget at its end.
    try budget.take(width * height)
    defer { budget.give(width * height) }
    var rows = try PNGRows(outline, bytes)
    try inflate(outline.data, of: bytes, into: &rows)
    return try rows.finish()
  }

  /// The number of compressed bytes that the decoder processes at a time, unless a row is longer.
  private static let pieceByteCount = 64 << 10

  private func inflate(
    _ chunks: [PNGChunk], of bytes: Span<UInt8>, into rows: inout PNGRows
  ) throws(ImageError) {
    guard let stream = try? InflateStream(.zlib) else { throw .outOfMemory }
    let room = max(Self.pieceByteCount, 2 * rows.longestRow)
    var inflated = ByteQueue(capacity: room)
    var hasEnded = false
    for chunk in chunks {
      try chunk.checkCRC(in: bytes)
      var at = chunk.content.lowerBound
      let end = chunk.content.upperBound
      // If the output buffer was full, more output may follow without further input, so the loop
      // runs again.
      var isFull = true
      while !hasEnded, at < end || isFull {
        let before = inflated.count
        var step = (outcome: DecodingOutcome.running, consumed: 0)
        inflated.append(atMost: room - before) {
          step = stream.run(bytes.extracting(at..<end), into: &$0)
        }
        isFull = inflated.count == room
        let hasMoved = step.consumed > 0 || inflated.count > before
        at += step.consumed
        hasEnded = try Self.hasEnded(step.outcome, at: at)
        guard hasMoved || hasEnded || at == end else {
          throw .malformed(.png, .compressedData, at: at)
        }
        let used = try inflated.withBytes { waiting throws(ImageError) in
          try rows.add(waiting, at: at)
        }
        inflated.consume(used)
      }
      // No further data may follow the end of the compressed pixels, in this chunk or in a later
      // chunk.
      guard at == end else { throw .malformed(.png, .compressedData, at: at) }
    }
    guard hasEnded else { throw .malformed(.png, .compressedData, at: chunks.last?.end ?? 0) }
    guard inflated.isEmpty else { throw .malformed(.png, .pixelCount, at: chunks.last?.end ?? 0) }
  }

  private static func hasEnded(
    _ outcome: DecodingOutcome, at offset: Int
  ) throws(ImageError) -> Bool {
    switch outcome {
    case .running: false
    case .ended: true
    case .malformed(.checksum): throw .malformed(.png, .checksum, at: offset)
    case .malformed: throw .malformed(.png, .compressedData, at: offset)
    case .failed: throw .outOfMemory
    }
  }
}
