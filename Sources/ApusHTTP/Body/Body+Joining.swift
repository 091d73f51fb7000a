extension HTTP.Body {
  /// Returns a request body that concatenates several bodies, such as the parts and boundaries of a
  /// multipart form.
  ///
  /// The length of the joined body is the sum of the bodies' lengths if each length is known. The
  /// session can send the joined body again if it can send each of the bodies again. Each body must
  /// have its own length. The session opens a file in the joined body when it sends the request,
  /// and never loads the file into memory.
  ///
  /// - Parameters:
  ///   - bodies: The bodies in the order of sending.
  ///   - mediaType: The media type of the joined body; `nil` for no media type.
  public static func joined(
    _ bodies: [HTTP.Body], _ mediaType: HTTP.MediaType? = nil
  ) -> HTTP.Body {
    var length: HTTP.BodyLength? = .known(0)
    for body in bodies { length = sum(length, body.length) }
    let replay: Replay = bodies.allSatisfy { $0.replay == .always } ? .always : .once
    var joined = HTTP.Body(.joined(bodies), length, replay)
    joined.mediaType = mediaType
    return joined
  }

  /// The byte arrays of a request body that is entirely in memory and needs no compression. The
  /// value is `nil` for any other body.
  var heldPieces: [[UInt8]]? {
    guard compression == nil else { return nil }
    switch content {
    case .bytes(let bytes): return [bytes]
    case .file, .sequence, .unwritten: return nil
    case .joined(let bodies):
      var pieces: [[UInt8]] = []
      for body in bodies {
        guard let more = body.heldPieces else { return nil }
        pieces += more
      }
      return pieces
    }
  }

  /// Returns the sum of two body lengths. The sum is `unknown` if one length is unknown until the
  /// body ends. Otherwise, the sum is `nil` if the session has not yet measured a file.
  private static func sum(
    _ one: HTTP.BodyLength?, _ other: HTTP.BodyLength?
  ) -> HTTP.BodyLength? {
    switch (one, other) {
    case (.some(.unknown), _), (_, .some(.unknown)): return .unknown
    case (nil, _), (_, nil): return nil
    case (let one?, .some(.none)): return one
    case (.some(.none), let other?): return other
    case (.some(.known(let one)), .some(.known(let other))):
      let (sum, overflows) = one.addingReportingOverflow(other)
      return overflows ? .unknown : .known(sum)
    }
  }
}
