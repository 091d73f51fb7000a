public import ApusTLS

extension Connections {
  /// Where a session keeps what servers give it to resume connections by.
  ///
  /// A connection is resumed only with the very host and port, and under the policy, the roots and
  /// the client's identity by which the server was believed at first. The dates of its certificates
  /// are looked at again.
  public struct Resumption: Sendable {
    package enum Place: Sendable {
      case nowhere
      case memory
      case store(any TLS.SessionStore)
    }

    package let place: Place

    /// Every connection shakes hands in full.
    public static let off = Resumption(place: .nowhere)

    /// In the memory of the session, and no longer than that lives.
    public static let inMemory = Resumption(place: .memory)

    /// Keeps tickets in a store of the caller's own; servers are judged again before they are used.
    public static func kept(in store: some TLS.SessionStore) -> Resumption {
      Resumption(place: .store(store))
    }
  }
}
