internal import ApusBytes
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
