extension TLS {
  /// How much a peer may send beside what a connection is for.
  ///
  /// How long messages may be stands with their types, and what records are held to with records.
  public enum HandshakeLimit: Sendable, Hashable, CaseIterable {
    /// Warnings that say nothing, over a whole connection.
    case warnings
    /// KeyUpdates with no application data between them.
    case keyUpdates
    /// Tickets with no application data between them.
    case tickets

    /// How many there may be.
    public var count: Int {
      switch self {
      case .warnings: 4
      case .keyUpdates: 32
      case .tickets: 32
      }
    }
  }
}
