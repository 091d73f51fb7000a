extension HTTP.Body {
  /// Returns one body that consists of several bodies in a row, such as the parts of a form with
  /// their boundaries.
  ///
  /// The length of the joined body is the sum of the lengths if each length is known. The joined
  /// body can be sent again if each of its bodies can. Each of the bodies must have its own length.
  /// A file in the joined body is opened and measured when the request is sent, and the file is
  /// never loaded into memory.
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

  /// The byte arrays of a body that is entirely in memory and is sent unchanged. The value is `nil`
  /// for any other body.
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

  /// Returns the sum of two body lengths. The sum is `nil` if the length of a file is not yet
  /// known, unless the sum is unknown in any case.
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
