public import ApusTLS

extension Connections {
  /// The store of the session tickets that resume TLS connections.
  ///
  /// A connection is resumed only with the same host and port, and under the same policy, roots and
  /// client identity by which the server was trusted at first. The dates of its certificates are
  /// checked again.
  public struct Resumption: Sendable {
    package enum Place: Sendable {
      case nowhere
      case memory
      case store(any TLS.SessionStore)
    }

    package let place: Place

    /// Every connection performs a full handshake.
    public static let off = Resumption(place: .nowhere)

    /// Tickets are stored in memory as long as the session lives.
    public static let inMemory = Resumption(place: .memory)

    /// Keeps tickets in the caller's store.
    ///
    /// Servers are verified again before a ticket is used.
    ///
    /// - Parameter store: The store, which is called in separate tasks, and for at most two seconds
    ///   in a handshake.
    public static func kept(in store: some TLS.SessionStore) -> Resumption {
      Resumption(place: .store(store))
    }
  }
}
