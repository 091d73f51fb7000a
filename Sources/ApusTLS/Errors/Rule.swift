extension TLS {
  /// What a peer must keep to beyond the grammar of its messages.
  ///
  /// Each is named for what should be. RFC 8446 sections 4.1 to 4.6; the code that enforces one
  /// names its own place.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    case versionWasOffered
    case versionStaysTheSame
    case downgradeIsNotTold
    case pointFormatIsUncompressed
    case legacyVersionIsFixed
    case compressionIsNull
    case sessionIDIsEchoed
    case suiteWasOffered
    case suiteIsOfVersion
    case suiteStaysTheSame
    case groupWasOffered
    case groupWasShared
    case groupWasNotShared
    case oneShareOfEachGroup
    case retryChangesSomething
    case sessionWasOffered
    case sessionHashIsThatOfSuite
    case protocolWasOffered
    case protocolIsOne
    case recordSizeLimitIsInRange
    case contextIsEmpty
    case schemeWasOffered
    case schemeFitsKey
    case keyMaySign
    case keyUpdateIsKnown
    case alertLevelIsKnown
    case preSharedKeysComeLast
    case bindersMatchIdentities
    case secondHelloIsLikeFirst
  }

  /// What both sides must find something in common of.
  public enum Negotiable: String, Sendable, Hashable, CaseIterable {
    case version, suite, group, signatureScheme, applicationProtocol
  }
}

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
