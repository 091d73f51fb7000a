public import ApusBytes
public import ApusHTTP

extension Multipart {
  /// An error in writing or reading a multipart body.
  public enum Failure: Error, Equatable, Sendable {
    /// The boundary is missing or invalid. A valid boundary has 1 to 70 characters of a restricted
    /// set.
    case invalidBoundary
    /// The media type is not a multipart type.
    case notMultipart(String)
    /// The system could not provide random bytes for a boundary.
    case random(RandomError)
    /// The content of a part contains the boundary.
    case boundaryInPart(index: Int)
    /// A header field of a part has an invalid name, or a value with a line break or another
    /// control character.
    case invalidField(HTTP.FieldName)
    /// The request method is `GET` or `HEAD`, which do not allow a multipart form.
    case method(HTTP.Method)
    /// The multipart body has more parts than the limit allows.
    case tooManyParts(limit: Int)
    /// The header fields of a part have more bytes than the limit allows.
    case headTooLong(limit: Int)
    /// A part of the multipart body has more header fields than the limit allows.
    case tooManyFields(limit: Int)
    /// The preamble before the first boundary has more bytes than the limit allows.
    case preambleTooLong(limit: Int)
    /// The header of a part contains a malformed field line.
    case malformedField(part: Int)
    /// A boundary is followed by bytes other than white space and a line end.
    case malformedDelimiter(part: Int)
    /// A part of a multipart form has no field name.
    case unnamedPart(part: Int)
    /// The multipart body ends before its closing boundary.
    case truncated
    /// The multipart reader was called again after an error.
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
