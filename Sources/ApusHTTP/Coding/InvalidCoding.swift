internal import ApusBytes

extension HTTP {
  /// An error in the content coding of a message body, with the offset of the fault.
  ///
  /// The offset of a fault is counted from the first compressed byte of the affected content
  /// coding.
  public enum InvalidCoding: Error, Equatable, Sendable {
    /// The list of content codings in the `Content-Encoding` field is malformed.
    case malformedList(InvalidValue)
    /// The package does not implement the content coding with the associated name.
    case unknownCoding(String)
    /// The content coding requires a package trait that is not enabled in this build.
    case unavailable(ContentCoding)
    /// The number of content codings of one message body exceeds the limit.
    case tooManyCodings(limit: Int)
    /// The message body violates the format of its content coding at the associated offset.
    ///
    /// The Brotli decoder does not report the exact offset of a fault. For Brotli, the associated
    /// offset is the start of the input that contains the fault.
    case malformed(ContentCoding, Fault, at: Int)
    /// The message body ends in the middle of its compressed stream.
    case truncated(ContentCoding, at: Int)
    /// The message body has more bytes after the end of its compressed stream.
    case trailingBytes(ContentCoding, at: Int)
    /// The decoded content is longer than the limit allows.
    case tooLong(limit: Int)
    /// The ratio of decoded content to received bytes exceeds the limit, so the message body is
    /// probably a decompression bomb.
    case tooDense(decoded: Int, received: Int, ratio: Int)
    /// The decoder could not allocate the memory that it needs.
    case outOfMemory
    /// The compression library returned an unexpected status code.
    case unexpectedStatus(Int32)

    /// The part of a compressed stream that contains an error.
    public enum Fault: Sendable {
      /// The header of the compressed stream is malformed or missing.
      case header
      /// The checksum of the compressed stream's header is wrong.
      case headerChecksum
      /// The compressed stream requires a preset dictionary, which the content coding does not
      /// define.
      case dictionary
      /// A compressed block of the stream is malformed.
      case blocks
      /// The checksum of the decoded content is wrong.
      case checksum
      /// The length of the decoded content differs from the length in the compressed stream.
      case length
      /// The Zstandard window is larger than the 8 MiB that RFC 9659 allows.
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
