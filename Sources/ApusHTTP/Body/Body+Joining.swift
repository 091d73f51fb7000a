extension HTTP.Body {
  /// Returns bodies as one, one after the other, such as the parts of a form with their boundaries.
  ///
  /// The length is the sum if each length is known, and the body can be sent again if each part
  /// can. Each must have its own length. A file among them is opened and measured when the request
  /// is sent, and is never held in memory.
  ///
  /// - Parameters:
  ///   - bodies: The parts in the order of sending.
  ///   - mediaType: The type of the whole; nil for none.
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

  /// The sum of two lengths: nil while a file of unknown length is among them, unless the sum is
  /// unknown anyway.
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
