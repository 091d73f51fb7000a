/// A stage of the decoding chain, which removes one content coding of a message body.
///
/// The caller reads decoded content from the last stage of the chain. A stage without input
/// requests bytes from the preceding stage, and the first stage reads the received bytes. Therefore
/// each stage stores at most one portion of the message body.
final class DecodingStage {
  private let coding: HTTP.ContentCoding
  private let limits: HTTP.DecodingLimits
  private let source: DecodingStage?
  private var state = State.unopened

  /// The output of the preceding decoding stage. This stage has consumed the bytes before the
  /// offset `front`.
  private var waiting: [UInt8] = []
  private var front = 0
  /// The error of the preceding decoding stage. A stage first decodes the bytes before the error,
  /// so the reported offset does not depend on the network packets.
  private var sourceFailure: HTTP.InvalidCoding?

  /// The number of compressed bytes that the decoding stage has consumed.
  private(set) var received = 0
  /// The number of decompressed bytes that the decoding stage has produced.
  private(set) var decoded = 0

  private enum State {
    /// No bytes of the compressed body have arrived. An empty body has empty content.
    case unopened
    /// One byte of the compressed body has arrived. The decoder needs two bytes to detect the zlib
    /// framing.
    case undecided(UInt8)
    /// The decoding stage is in the middle of a compressed stream.
    case open(any CodedStream)
    /// The decoding stage is at the end of a compressed stream.
    case ended(any CodedStream)
  }

  init(_ coding: HTTP.ContentCoding, on source: DecodingStage?, _ limits: HTTP.DecodingLimits) {
    self.coding = coding
    self.source = source
    self.limits = limits
  }

  /// Decompresses bytes until the output buffer is full or the input is consumed. The function adds
  /// the number of consumed bytes to `taken`.
  func fill(
    _ room: inout OutputSpan<UInt8>, from body: Span<UInt8>, _ taken: inout Int
  ) throws(HTTP.InvalidCoding) {
    repeat {
      let before = (received, decoded)
      if let source {
        try refill(from: source, body, &taken)
        let piece = waiting
        front += try step(piece.span.extracting(front..<piece.count), into: &room)
      } else {
        taken += try step(body.extracting(taken..<body.count), into: &room)
      }
      guard (received, decoded) != before else { return }
      try limits.check(decoded: decoded, received: bodyByteCount)
    } while !room.isFull && (source != nil || taken < body.count)
  }

  /// Checks that the received bytes form a complete compressed body.
  func finish() throws(HTTP.InvalidCoding) {
    if let sourceFailure { throw sourceFailure }
    try source?.finish()
    switch state {
    case .unopened: return
    case .ended: guard front == waiting.count else { throw .trailingBytes(coding, at: received) }
    case .undecided, .open: throw .truncated(coding, at: received)
    }
  }

  /// The number of bytes that the first decoding stage has consumed. The value is the same for
  /// every stage.
  var bodyByteCount: Int { source?.bodyByteCount ?? received }

  private func refill(
    from source: DecodingStage, _ body: Span<UInt8>, _ taken: inout Int
  ) throws(HTTP.InvalidCoding) {
    guard front == waiting.count else { return }
    waiting.removeAll(keepingCapacity: true)
    front = 0
    if sourceFailure == nil {
      do throws(HTTP.InvalidCoding) {
        try waiting.append(addingCapacity: Self.pieceByteCount) {
          room throws(HTTP.InvalidCoding) in
          try source.fill(&room, from: body, &taken)
        }
      } catch {
        sourceFailure = error
      }
    }
    if waiting.isEmpty, let sourceFailure { throw sourceFailure }
  }

  /// Performs one decoding step and returns the number of consumed bytes.
  private func step(
    _ input: Span<UInt8>, into room: inout OutputSpan<UInt8>
  ) throws(HTTP.InvalidCoding) -> Int {
    if case .open(let stream) = state { return try decompress(stream, input, into: &room) }
    guard !input.isEmpty else { return 0 }
    switch state {
    case .unopened:
      switch coding {
      case .identity: return copy(input, into: &room)
      case .deflate:
        state = .undecided(input[0])
        received = 1
        return 1
      case .gzip: state = .open(try InflateStream(.gzip))
      case .brotli: state = .open(try Self.brotli())
      case .zstd: state = .open(try Self.zstd())
      }
    case .undecided(let first):
      let stream = try InflateStream(Self.isZlibHeader(first, input[0]) ? .zlib : .none)
      state = .open(stream)
      received = 0
      // The header of either framing is longer than one byte, so a single byte produces no content.
      let byte = [first]
      _ = try decompress(stream, byte.span, into: &room)
    case .ended(let stream):
      guard stream.restart(before: input[0]) else {
        throw .trailingBytes(coding, at: received)
      }
      state = .open(stream)
    case .open:
      break
    }
    return try step(input, into: &room)
  }

  private static func brotli() throws(HTTP.InvalidCoding) -> any CodedStream {
    #if Brotli
      try BrotliStream()
    #else
      throw .unavailable(.brotli)
    #endif
  }

  private static func zstd() throws(HTTP.InvalidCoding) -> any CodedStream {
    #if Zstd
      try ZstdStream()
    #else
      throw .unavailable(.zstd)
    #endif
  }

  private func decompress(
    _ stream: any CodedStream, _ input: Span<UInt8>, into room: inout OutputSpan<UInt8>
  ) throws(HTTP.InvalidCoding) -> Int {
    let before = room.count
    let (outcome, consumed) = stream.run(input, into: &room)
    received += consumed
    decoded += room.count - before
    switch outcome {
    case .running: break
    case .ended: state = .ended(stream)
    case .malformed(let fault): throw .malformed(coding, fault, at: received)
    case .failed(let error): throw error
    }
    return consumed
  }

  private func copy(_ input: Span<UInt8>, into room: inout OutputSpan<UInt8>) -> Int {
    let count = min(input.count, room.freeCapacity)
    for index in 0..<count { room.append(input[index]) }
    received += count
    decoded += count
    return count
  }

  /// Returns whether two bytes are the zlib header of RFC 1950. A zlib header has the compression
  /// method 8 and a window of at most 32 KiB. The two bytes of a zlib header form a multiple of 31.
  ///
  /// Some servers send the content coding `deflate` without the zlib framing. The output of a
  /// DEFLATE compressor never begins like a zlib header. The bits of the compression method 8 would
  /// mean a stored block with nonzero padding.
  ///
  /// RFC 1950 section 2.2.
  private static func isZlibHeader(_ first: UInt8, _ second: UInt8) -> Bool {
    first & 0x0f == 8 && first >> 4 <= 7 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
  }

  private static let pieceByteCount = 16_384
}
