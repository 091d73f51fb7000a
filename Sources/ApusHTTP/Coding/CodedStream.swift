/// One stream of a coding that is decompressed.
protocol CodedStream: AnyObject {
  /// Decompresses until the input is used up, the room is full or the stream has ended.
  func run(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) -> (outcome: DecodingOutcome, consumed: Int)

  /// Makes an ended stream ready for another one that begins with a byte.
  ///
  /// - Returns: False if the coding has only one stream, or if none begins with this byte.
  func restart(before byte: UInt8) -> Bool
}

/// The result of one step of decompression.
package enum DecodingOutcome: Equatable {
  /// All that can be done with this input and this room has been done.
  case running
  /// The stream has ended, and its checksum, if it has one, is right.
  case ended
  /// The bytes are wrong, and stay so.
  case malformed(HTTP.InvalidCoding.Fault)
  /// The library has failed.
  case failed(HTTP.InvalidCoding)
}
