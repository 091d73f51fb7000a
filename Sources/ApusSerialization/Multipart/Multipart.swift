internal import ApusBytes
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
  /// The delimiter between the parts.
  public let boundary: Boundary
  /// The highest speed of sending the body.
  public var throttle: HTTP.Body.Throttle?
  /// A Boolean value that indicates whether the boundary is random and unknown to peers.
  private let hasOwnBoundary: Bool

  /// Creates parts with a random boundary.
  ///
  /// - Parameter parts: The parts in their order.
  public init(_ parts: [Part] = []) throws(Multipart.Failure) {
    self.init(parts, try Boundary.random(), isOwn: true)
  }

  /// Parts with a boundary of the caller's.
  ///
  /// - Parameters:
  ///   - parts: The parts in their order.
  ///   - boundary: The boundary, which must not occur in the content.
  public init(_ parts: [Part], boundary: Boundary) { self.init(parts, boundary, isOwn: false) }

  private init(_ parts: [Part], _ boundary: Boundary, isOwn: Bool) {
    self.parts = parts
    self.boundary = boundary
    hasOwnBoundary = isOwn
  }

  /// `multipart/form-data` with the boundary.
  public var mediaType: HTTP.MediaType { boundary.mediaType(subtype: "form-data") }

  /// Returns the body, whose length and replay follow from its parts.
  ///
  /// It throws if the bytes of a part have the boundary. Files and sequences are not searched, and
  /// neither are long bytes for a random boundary: a search takes as long as sending.
  public func body() throws(Multipart.Failure) -> HTTP.Body {
    var bodies: [HTTP.Body] = []
    // The bytes between two contents are one piece.
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

  /// Content of at least this length is sent without a copy: another system call costs less.
  private static let leastByteCountOfOwnPiece = 16 << 10

  /// A piece of short contents ends at this length: one that grew on would be copied over and over.
  private static let leastByteCountOfWholePiece = 64 << 10
}
