internal import ApusBytes

extension HTTP {
  /// The reason that a coded body could not be decoded, with the offset.
  ///
  /// Offsets count from the first byte of the input of that coding.
  public enum InvalidCoding: Error, Equatable, Sendable {
    /// The list of codings cannot be read.
    case malformedList(InvalidValue)
    /// A coding that is not built in.
    case unknownCoding(String)
    /// A coding that is built in only if its trait of the package is enabled.
    case unavailable(ContentCoding)
    /// More codings on top of each other than are allowed.
    case tooManyCodings(limit: Int)
    /// Bytes that the coding does not have there.
    ///
    /// The decoder of `br` reports no offset: the fault is in the piece that begins there.
    case malformed(ContentCoding, Fault, at: Int)
    /// The body ends before the coding does.
    case truncated(ContentCoding, at: Int)
    /// The coding has ended, but the body continues.
    case trailingBytes(ContentCoding, at: Int)
    /// More content than is allowed.
    case tooLong(limit: Int)
    /// The content is so much longer than its coded form that it must be an attack.
    case tooDense(decoded: Int, received: Int, ratio: Int)
    /// The decoder could not get the memory that it needs.
    case outOfMemory
    /// The decoder returned a status that it has no reason to return.
    case unexpectedStatus(Int32)

    /// The faulty part of a coding.
    public enum Fault: Sendable {
      /// The header, or there is none.
      case header
      /// The checksum of the header.
      case headerChecksum
      /// A dictionary is required, and none was agreed on.
      case dictionary
      /// The compressed blocks.
      case blocks
      /// The checksum of the content.
      case checksum
      /// The length of the content.
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
