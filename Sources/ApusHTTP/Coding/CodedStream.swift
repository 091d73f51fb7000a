/// A decompressor for one stream of a content coding.
protocol CodedStream: AnyObject {
  /// Decompresses bytes until the input is consumed, the output room is full, or the stream has
  /// ended.
  func run(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) -> (outcome: DecodingOutcome, consumed: Int)

  /// Prepares the decompressor for another stream after the end of the first stream.
  ///
  /// - Returns: `false` if the coding has only one stream, or if no stream of the coding begins
  ///   with the given byte.
  func restart(before byte: UInt8) -> Bool
}

/// The result of one decompression step.
package enum DecodingOutcome: Equatable {
  /// The decompressor has done everything that the current input and output room permit.
  case running
  /// The stream has ended, and its checksum is correct if the stream has a checksum.
  case ended
  /// The compressed bytes are malformed, so the decompressor fails permanently.
  case malformed(HTTP.InvalidCoding.Fault)
  /// The compression library has failed.
  case failed(HTTP.InvalidCoding)
}
