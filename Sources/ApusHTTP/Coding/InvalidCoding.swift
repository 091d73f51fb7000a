internal import ApusBytes

extension HTTP {
  /// The reason that a coded body could not be decoded, with the offset of the fault.
  ///
  /// An offset is counted from the first input byte of the affected content coding.
  public enum InvalidCoding: Error, Equatable, Sendable {
    /// The list of content codings is malformed.
    case malformedList(InvalidValue)
    /// The named content coding is not built into the package.
    case unknownCoding(String)
    /// The content coding requires a package trait that is not enabled in this build.
    case unavailable(ContentCoding)
    /// The body has more stacked content codings than the limit allows.
    case tooManyCodings(limit: Int)
    /// The coded body has bytes that the content coding does not allow at the given offset.
    ///
    /// The decoder of `br` reports no exact offset. For `br`, the fault is in the piece that begins
    /// at the given offset.
    case malformed(ContentCoding, Fault, at: Int)
    /// The body ends before its coded stream ends.
    case truncated(ContentCoding, at: Int)
    /// The body has more bytes after the end of the coded stream.
    case trailingBytes(ContentCoding, at: Int)
    /// The decoded content is longer than the limit allows.
    case tooLong(limit: Int)
    /// The ratio of decoded content to received bytes exceeds the limit, so the body is probably an
    /// attack.
    case tooDense(decoded: Int, received: Int, ratio: Int)
    /// The decoder could not allocate the memory that it needs.
    case outOfMemory
    /// The decoder returned a status code that it should not return in this situation.
    case unexpectedStatus(Int32)

    /// The faulty part of a coded stream.
    public enum Fault: Sendable {
      /// The header of the stream is malformed or missing.
      case header
      /// The checksum of the stream's header is wrong.
      case headerChecksum
      /// The stream requires a preset dictionary, which no specification of the content coding
      /// provides.
      case dictionary
      /// The compressed blocks of the stream are malformed.
      case blocks
      /// The checksum of the decoded content is wrong.
      case checksum
      /// The length of the decoded content differs from the length in the stream.
      case length
      /// The window is larger than the 8 MiB that RFC 9659 allows for `zstd`.
      case window
    }
  }
}

extension HTTP.InvalidCoding: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedList(let error): "the Content-Encoding field is malformed: \(error)"
    case .unknownCoding(let name):
      "the content coding \(ForeignText.escaped(name.utf8)) is not supported"
    case .unavailable(let coding):
      "the content coding \(coding.rawValue) is only supported with the trait "
        + "\(coding.trait ?? "") of the package apus"
    case .tooManyCodings(let limit): "the content has more than \(limit) content codings"
    case .malformed(let coding, .window, let at):
      "byte \(at) of the \(coding.rawValue) content: the compression window is larger than 8 MiB"
    case .malformed(let coding, let fault, let at):
      "byte \(at) of the \(coding.rawValue) content: the compressed data has a wrong \(fault.words)"
    case .truncated(let coding, let at):
      "byte \(at) of the \(coding.rawValue) content: the compressed data ends too early"
    case .trailingBytes(let coding, let at):
      "byte \(at) of the \(coding.rawValue) content: extra bytes follow the end of the "
        + "compressed data"
    case .tooLong(let limit): "the decoded content is longer than the limit of \(limit) bytes"
    case .tooDense(let decoded, let received, let ratio):
      "the compression ratio is too high: \(received) received bytes became \(decoded) "
        + "decoded bytes, more than \(ratio) times as many"
    case .outOfMemory: "the decoder of the content coding could not allocate memory"
    case .unexpectedStatus(let status):
      "the decoder of the content coding failed with status \(status)"
    }
  }
}

extension HTTP.InvalidCoding.Fault {
  /// The faulty part of the compressed data, as a noun.
  fileprivate var words: String {
    switch self {
    case .header: "header"
    case .headerChecksum: "checksum of the header"
    case .dictionary: "dictionary"
    case .blocks: "compressed block"
    case .checksum: "checksum of the content"
    case .length: "length of the content"
    case .window: "window size"
    }
  }
}
