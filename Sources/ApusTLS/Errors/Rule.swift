extension TLS {
  /// A rule for a peer beyond the grammar of its messages.
  ///
  /// Each is named for the correct behaviour. RFC 8446 sections 4.1 to 4.6; the code that enforces
  /// a rule cites its section.
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

  /// A property that both sides must have in common.
  public enum Negotiable: String, Sendable, Hashable, CaseIterable {
    case version, suite, group, signatureScheme, applicationProtocol
  }
}

extension TLS {
  /// A limit on messages that do not carry application data.
  ///
  /// Limits on the lengths of messages and records are defined with their types.
  public enum HandshakeLimit: Sendable, Hashable, CaseIterable {
    /// Warnings, and requests for a new handshake, within a minute.
    case warnings
    /// KeyUpdates without application data between them.
    case keyUpdates
    /// Tickets within a minute, with or without application data between them.
    case tickets

    /// The largest number of messages.
    public var count: Int {
      switch self {
      case .warnings: 4
      case .keyUpdates: 32
      case .tickets: 32
      }
    }

    /// The number of milliseconds after which the count restarts.
    ///
    /// A TLS 1.2 connection of several weeks may receive a request for a new handshake each day.
    static let period: Int64 = 60_000
  }
}
