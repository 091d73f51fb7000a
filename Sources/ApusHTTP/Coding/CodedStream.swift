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

extension OutputSpan<UInt8> {
  /// Appends the bytes that one call of a compression library writes.
  ///
  /// The library does not run if the output has no free part.
  ///
  /// - Parameters:
  ///   - input: The bytes that the library may read.
  ///   - idle: The result if the library does not run.
  ///   - step: The call of the library. It gets the addresses and the lengths of the input and of
  ///     the free part of the output, and replaces both lengths with the numbers of used bytes.
  /// - Returns: The result of the library, and the number of consumed bytes of the input.
  @inline(__always)
  mutating func fill<Result>(
    from input: Span<UInt8>, idle: Result,
    by step: (
      _ input: UnsafePointer<UInt8>?, _ inputCount: inout Int,
      _ output: UnsafeMutablePointer<UInt8>, _ outputCount: inout Int
    ) -> Result
  ) -> (result: Result, consumed: Int) {
    var (result, consumed) = (idle, 0)
    // SAFETY: the pointers are those of the input and of the free part of the output, with their
    // lengths. The number of written bytes is at most the length of the free part.
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      guard let start = buffer.baseAddress else { return }
      var produced = buffer.count - count
      consumed = input.count
      unsafe input.withUnsafeBufferPointer { input in
        unsafe result = step(input.baseAddress, &consumed, start + count, &produced)
      }
      count += produced
    }
    return (result, consumed)
  }
}
