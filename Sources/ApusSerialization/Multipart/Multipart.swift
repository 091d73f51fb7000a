public import ApusHTTP

/// A body of several parts, such as a form with files.
///
///     let form = try Multipart([.field("album", "42"), .file("photo", at: "cat.jpg")])
///     try await session.send(.post("photos", form.body()))
///
/// The parts are sent one after the other; a file is read as it is sent and never held.
///
///     multipart-body = dash-boundary *( CRLF body-part CRLF dash-boundary ) "--" CRLF
///
/// RFC 2046 section 5.1.1, RFC 7578 section 4.
public struct Multipart: Sendable {
  /// The parts, in order.
  public var parts: [Part]
  /// What stands between the parts.
  public let boundary: Boundary
  /// How fast the body is sent at most.
  public var throttle: HTTP.Body.Throttle?

  /// Parts with a boundary that nobody can guess.
  public init(_ parts: [Part] = []) throws(MultipartError) {
    self.init(parts, boundary: try Boundary.random())
  }

  /// Parts with a boundary of the caller's.
  public init(_ parts: [Part], boundary: Boundary) {
    self.parts = parts
    self.boundary = boundary
  }

  /// `multipart/form-data` with the boundary.
  public var mediaType: HTTP.MediaType { boundary.mediaType(subtype: "form-data") }

  /// The body, as long as its parts say, which can be sent again if each part can.
  ///
  /// An error if a part holds the boundary in its bytes; nobody looks into files and sequences.
  public func body() throws(MultipartError) -> HTTP.Body {
    var bodies: [HTTP.Body] = []
    // What stands between two contents is one piece of bytes.
    var between: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { between += [0x0d, 0x0a] }
      between += Array("--\(boundary.text)\r\n".utf8)
      between += part.head
      if let bytes = part.body.bytes {
        guard !boundary.isIn(bytes.span) else { throw .boundaryInPart(index: index) }
        between += bytes
      } else {
        bodies.append(.bytes(between))
        bodies.append(part.body)
        between = []
      }
    }
    between += Array("\(parts.isEmpty ? "" : "\r\n")--\(boundary.text)--\r\n".utf8)
    bodies.append(.bytes(between))
    var body = HTTP.Body.joined(bodies, mediaType)
    if bodies.count == 1 { body = .bytes(between, mediaType) }
    body.throttle = throttle
    return body
  }
}
