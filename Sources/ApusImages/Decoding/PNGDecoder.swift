internal import ApusBytes
internal import ApusHTTP

/// Decodes PNG, every colour type and depth, interlaced or not; of an animation the default image.
///
/// Strictly: a wrong CRC, a wrong check value of zlib, an unknown critical chunk, too few pixels or
/// too many are errors. Gamma, profiles and significant bits are not looked at. Samples of 16 bits
/// lose their low byte; samples of fewer than 8 are spread over all of 0 to 255.
///
/// The compressed data go through a buffer that holds a few rows: the memory that is needed is that
/// of the pixels. The pixels of all decodings in progress have one common limit.
public struct PNGDecoder: ImageDecoder {
  /// PNG.
  public let kinds: Set<ImageKind> = [.png]

  /// The limit that this decoder shares with other decoders.
  let budget: PixelBudget

  /// Creates a decoder.
  ///
  /// - Parameter budget: The limit of the pixels of all decodings in progress: 128 Mi pixels for
  ///   all decoders that are given no other.
  public init(sharing budget: PixelBudget = .shared) { self.budget = budget }

  public func decode(
    _ bytes: Span<UInt8>, facts: ImageFacts, limits: ImageLimits
  ) throws(ImageError) -> ImagePixels {
    let outline = try PNGOutline(reading: bytes, limits: limits)
    let (width, height) = (outline.header.width, outline.header.height)
    // A span cannot be captured: the budget is taken for the pixels, and given back in any case.
    try budget.take(width * height)
    defer { budget.give(width * height) }
    var rows = try PNGRows(outline, bytes)
    try inflate(outline.data, of: bytes, into: &rows)
    return try rows.finish()
  }

  /// The number of bytes that are inflated at a time, unless a row is longer.
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
      // Repeated if the buffer was full: there may be more output without another byte of input.
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
      // No data may follow the end of the compressed data, in this chunk or the next.
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
