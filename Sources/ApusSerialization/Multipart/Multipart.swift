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
  /// What stands between the parts.
  public let boundary: Boundary
  /// How fast the body is sent at most.
  public var throttle: HTTP.Body.Throttle?
  /// Whether no one knew the boundary before.
  private let hasOwnBoundary: Bool

  /// Parts with a boundary that no one can guess.
  public init(_ parts: [Part] = []) throws(Multipart.Failure) {
    self.init(parts, try Boundary.random(), isOwn: true)
  }

  /// Parts with a boundary of the caller's.
  public init(_ parts: [Part], boundary: Boundary) { self.init(parts, boundary, isOwn: false) }

  private init(_ parts: [Part], _ boundary: Boundary, isOwn: Bool) {
    self.parts = parts
    self.boundary = boundary
    hasOwnBoundary = isOwn
  }

  /// `multipart/form-data` with the boundary.
  public var mediaType: HTTP.MediaType { boundary.mediaType(subtype: "form-data") }

  /// Returns the body, as long as its parts say, which can be sent again if each part can.
  ///
  /// An error if a part holds the boundary in its bytes. No one looks into files and sequences,
  /// nor for a boundary that no one can guess into long bytes: they take as long to look through
  /// as to send.
  public func body() throws(Multipart.Failure) -> HTTP.Body {
    var bodies: [HTTP.Body] = []
    // What stands between two contents is one piece of bytes.
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

  /// Content from this length on is sent from where it lies: another call to the system costs less
  /// than a copy.
  private static let leastByteCountOfOwnPiece = 16 << 10

  /// A piece of short contents ends at this length: one that grew on would be copied over and over.
  private static let leastByteCountOfWholePiece = 64 << 10
}
