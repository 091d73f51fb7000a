public import ApusTLS

extension Connections {
  /// The store of the session tickets that resume TLS connections.
  ///
  /// A connection is resumed only with the same host and port, and under the policy, roots and
  /// client identity by which the session trusted the server at first. Each resumption checks the
  /// dates of the server's certificates again.
  public struct Resumption: Sendable {
    package enum Place: Sendable {
      case nowhere
      case memory
      case store(any TLS.SessionStore)
    }

    package let place: Place

    /// A setting that makes every connection perform a full handshake.
    public static let off = Resumption(place: .nowhere)

    /// A setting that stores session tickets in memory as long as the session lives.
    public static let inMemory = Resumption(place: .memory)

    /// Stores session tickets in the caller's store.
    ///
    /// The session verifies a server again before it uses a ticket of the server.
    ///
    /// - Parameter store: The store, which the session calls in separate tasks, and for at most two
    ///   seconds in a handshake.
    public static func kept(in store: some TLS.SessionStore) -> Resumption {
      Resumption(place: .store(store))
    }
  }
}
