/// A decompressor for one compressed stream, such as a gzip member or a Brotli stream.
protocol CodedStream: AnyObject {
  /// Decompresses bytes until the input is consumed, the output buffer is full, or the compressed
  /// stream ends.
  func run(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) -> (outcome: DecodingOutcome, consumed: Int)

  /// Prepares the decompressor for a second compressed stream that follows the first stream in the
  /// same body.
  ///
  /// - Returns: `false` if the coding has only one stream, or if no stream of the coding begins
  ///   with the given byte.
  func restart(before byte: UInt8) -> Bool
}

/// The result of one decompression step, such as the end of the compressed stream.
package enum DecodingOutcome: Equatable {
  /// The decompressor has consumed the input or filled the output buffer, and the compressed stream
  /// has not ended.
  case running
  /// The compressed stream has ended, and the checksum of the stream, if present, is correct.
  case ended
  /// The compressed bytes are malformed, so the decompressor fails permanently.
  case malformed(HTTP.InvalidCoding.Fault)
  /// The compression library has reported a failure, such as insufficient memory.
  case failed(HTTP.InvalidCoding)
}
