extension HTTP.Body {
  /// Bodies one behind the other as one, such as the parts of a form and what stands between them.
  ///
  /// It is as long as all of them if each one's length is known, and can be sent again if each can.
  /// Each is held to its own length. A file among them is opened and measured when the request is
  /// sent, and is never held in memory.
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

  /// The pieces of a body that is all in memory and sent as it is; nil for any other.
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

  /// What two lengths come to: nil as long as a file of unknown length is among them, unless the
  /// whole is unknown anyway.
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
