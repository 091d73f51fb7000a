extension TLS {
  /// How much a peer may send beside what a connection is for.
  ///
  /// How long messages may be stands with their types, and what records are held to with records.
  public enum HandshakeLimit: Sendable, Hashable, CaseIterable {
    /// Warnings that say nothing, and wishes for another handshake, within a minute.
    case warnings
    /// KeyUpdates with no application data between them.
    case keyUpdates
    /// Tickets within a minute, however much application data is between them.
    case tickets

    /// How many there may be.
    public var count: Int {
      switch self {
      case .warnings: 4
      case .keyUpdates: 32
      case .tickets: 32
      }
    }

    /// After how many milliseconds counting starts over.
    ///
    /// A connection of TLS 1.2 that lives for weeks may be asked for another handshake each day.
    static let period: Int64 = 60_000
  }
}
