public import ApusBytes
public import ApusHTTP

extension Multipart {
  /// The reason that a multipart body could not be written or read.
  public enum Failure: Error, Equatable, Sendable {
    /// The boundary is missing, does not have 1 to 70 characters, or contains a character that is
    /// not allowed.
    case invalidBoundary
    /// The media type is not `multipart`.
    case notMultipart(String)
    /// The random bytes for a boundary are not available.
    case random(RandomError)
    /// The content of a part contains the boundary.
    case boundaryInPart(index: Int)
    /// A part has a field whose name is not a token, or whose value could end the line.
    case invalidField(HTTP.FieldName)
    /// The method, `GET` or `HEAD`, does not allow a form as the body.
    case method(HTTP.Method)
    /// The body has more parts than the limit allows.
    case tooManyParts(limit: Int)
    /// The fields of a part have more bytes than the limit allows.
    case headTooLong(limit: Int)
    /// A part has more fields than the limit allows.
    case tooManyFields(limit: Int)
    /// The preamble before the first part has more bytes than the limit allows.
    case preambleTooLong(limit: Int)
    /// The head of a part contains a line that is not a field line.
    case malformedField(part: Int)
    /// A boundary is followed by bytes other than a line end.
    case malformedDelimiter(part: Int)
    /// A part of a form has no name.
    case unnamedPart(part: Int)
    /// The body ends before the closing boundary.
    case truncated
    /// The reader was called again after it had thrown an error.
    case alreadyFailed
  }
}

extension Multipart.Failure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidBoundary: "the boundary of the multipart content is invalid or missing"
    case .notMultipart(let type):
      "content of the media type \(ForeignText.escaped(type.utf8)) is not multipart "
        + "content"
    case .random(let error): error.description
    case .boundaryInPart(let index): "the content of part \(index) contains the multipart boundary"
    case .invalidField(let name):
      "the header field \(ForeignText.escaped(name.text.utf8)) of a part is not valid"
    case .method(let method):
      "a \(ForeignText.escaped(method.name.utf8)) request cannot send a multipart form"
    case .tooManyParts(let limit): "the multipart content has more than \(limit) parts"
    case .headTooLong(let limit): "the header fields of a part have more than \(limit) bytes"
    case .tooManyFields(let limit): "a part has more than \(limit) header fields"
    case .preambleTooLong(let limit):
      "more than \(limit) bytes precede the first part of the multipart content"
    case .malformedField(let part):
      "part \(part): a line before the content is not a valid header field"
    case .malformedDelimiter(let part):
      "part \(part): other bytes follow the boundary on the same line"
    case .unnamedPart(let part): "part \(part) of the form has no name"
    case .truncated: "the multipart content ends before its last boundary"
    case .alreadyFailed: "the multipart reader cannot continue after an earlier error"
    }
  }
}
