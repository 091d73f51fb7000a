public import ApusBytes
public import ApusHTTP

/// A multipart body, which consists of several parts, such as a form with files.
///
///     let form = try Multipart([.field("album", "42"), .file("photo", at: "cat.jpg")])
///     try await session.send(.post("photos", form.body()))
///
/// The session sends the parts one after another. A file is read while the session sends the body,
/// and is never loaded completely into memory.
///
///     multipart-body = dash-boundary *( CRLF body-part CRLF dash-boundary ) "--" CRLF
///
/// RFC 2046 section 5.1.1, RFC 7578 section 4.
public struct Multipart: Sendable {
  /// The parts of the body in order.
  public var parts: [Part]
  /// The boundary between the parts of the body.
  public let boundary: Boundary
  /// The maximum upload speed of the multipart body. The value is `nil` if the upload speed is
  /// unlimited.
  public var throttle: HTTP.Body.Throttle?
  /// A Boolean value that indicates whether the boundary was generated at random.
  private let hasOwnBoundary: Bool

  /// Creates a multipart body with a random boundary.
  ///
  /// - Parameter parts: The parts of the body in order.
  public init(_ parts: [Part] = []) throws(Multipart.Failure) {
    self.init(parts, try Boundary.random(), isOwn: true)
  }

  /// Creates a multipart body with a given boundary.
  ///
  /// - Parameters:
  ///   - parts: The parts of the body in order.
  ///   - boundary: The boundary, which must not occur in the content of any part.
  public init(_ parts: [Part], boundary: Boundary) { self.init(parts, boundary, isOwn: false) }

  private init(_ parts: [Part], _ boundary: Boundary, isOwn: Bool) {
    self.parts = parts
    self.boundary = boundary
    hasOwnBoundary = isOwn
  }

  /// The media type `multipart/form-data` with the boundary.
  public var mediaType: HTTP.MediaType { boundary.mediaType(subtype: "form-data") }

  /// Returns a request body with the parts of the multipart body.
  ///
  /// The function throws an error if the content of a part contains the boundary. The function does
  /// not search files and sequences. The function does not search long byte arrays for a random
  /// boundary, because the search would take as long as sending.
  public func body() throws(Multipart.Failure) -> HTTP.Body {
    var bodies: [HTTP.Body] = []
    // The header fields and short contents between two long contents are joined into one array.
    var between: [UInt8] = []
    for (index, part) in parts.enumerated() {
      between.append((index > 0 ? "\r\n--" : "--").utf8.span)
      between.append(boundary.text.utf8.span)
      between.append("\r\n".utf8.span)
      part.writeHead(to: &between)
      let bytes = part.body.bytes
      let isShort = bytes.map { $0.count < Self.leastByteCountOfOwnPiece } ?? false
      if let bytes, isShort || !hasOwnBoundary, boundary.isIn(bytes.span) {
        throw .boundaryInPart(index: index)
      }
      if let bytes, isShort {
        between.append(bytes.span)
        guard between.count >= Self.leastByteCountOfWholePiece else { continue }
        bodies.append(.bytes(between))
      } else {
        bodies += [.bytes(between), part.body]
      }
      between = []
    }
    between += Array("\(parts.isEmpty ? "" : "\r\n")--\(boundary.text)--\r\n".utf8)
    bodies.append(.bytes(between))
    var body = HTTP.Body.joined(bodies, mediaType)
    if bodies.count == 1 { body = .bytes(between, mediaType) }
    body.throttle = throttle
    return body
  }

  /// The minimum length of content that is sent without a copy. For longer content, an additional
  /// system call is faster than a copy.
  private static let leastByteCountOfOwnPiece = 16 << 10

  /// The maximum length of an array of joined short contents. A longer array would be copied
  /// repeatedly as it grows.
  private static let leastByteCountOfWholePiece = 64 << 10
}

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
