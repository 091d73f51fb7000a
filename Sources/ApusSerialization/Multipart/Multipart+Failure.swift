public import ApusBytes
public import ApusHTTP

extension Multipart {
  /// The reason that a body of several parts could not be written or read.
  public enum Failure: Error, Equatable, Sendable {
    /// Not 1 to 70 of the characters that a boundary may have, or none is named.
    case invalidBoundary
    /// A media type that is not `multipart`.
    case notMultipart(String)
    /// Random bytes for a boundary are not available.
    case random(RandomError)
    /// The bytes of a part hold the boundary.
    case boundaryInPart(index: Int)
    /// A field of a part whose name is not a token, or whose value could end the line.
    case invalidField(HTTP.FieldName)
    /// A method that sends no form: `GET` or `HEAD`.
    case method(HTTP.Method)
    /// More parts than are allowed.
    case tooManyParts(limit: Int)
    /// More bytes in a part's fields than are allowed.
    case headTooLong(limit: Int)
    /// More fields in a part than are allowed.
    case tooManyFields(limit: Int)
    /// More bytes before the first part than are allowed.
    case preambleTooLong(limit: Int)
    /// A line above a part's content that is not a field.
    case malformedField(part: Int)
    /// Bytes other than a line end after a boundary.
    case malformedDelimiter(part: Int)
    /// A part of a form without a name.
    case unnamedPart(part: Int)
    /// The body ends before the last boundary.
    case truncated
    /// The reader has failed before.
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
