internal import ApusBytes
public import ApusHTTP

/// A multipart body, which consists of several parts, such as a form with files.
///
///     let form = try Multipart([.field("album", "42"), .file("photo", at: "cat.jpg")])
///     try await session.send(.post("photos", form.body()))
///
/// The session sends the parts one after another. The content of a file is read while the session
/// sends the body and is never loaded completely.
///
///     multipart-body = dash-boundary *( CRLF body-part CRLF dash-boundary ) "--" CRLF
///
/// RFC 2046 section 5.1.1, RFC 7578 section 4.
public struct Multipart: Sendable {
  /// The parts of the body in order.
  public var parts: [Part]
  /// The boundary between the parts of the body.
  public let boundary: Boundary
  /// The maximum speed of sending the body; `nil` for no limit.
  public var throttle: HTTP.Body.Throttle?
  /// A Boolean value that indicates whether the boundary is random and therefore unknown to peers.
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

  /// Returns the request body, whose length and replay property depend on its parts.
  ///
  /// The function throws an error if the bytes of a part contain the boundary. The contents of
  /// files and sequences are not searched. Long byte arrays are not searched for a random boundary,
  /// because the search takes as long as sending.
  public func body() throws(Multipart.Failure) -> HTTP.Body {
    var bodies: [HTTP.Body] = []
    // The bytes between two contents are joined into one piece.
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

  /// The minimum length of content that is sent without a copy, because an additional system call
  /// costs less than the copy.
  private static let leastByteCountOfOwnPiece = 16 << 10

  /// The length at which a piece of short contents ends. A piece that grew further would be copied
  /// repeatedly.
  private static let leastByteCountOfWholePiece = 64 << 10
}
