extension TLS {
  /// A rule of the TLS handshake that peers must follow in addition to the grammar of messages.
  ///
  /// Each rule is named for the correct behaviour of the peer. RFC 8446 sections 4.1 to 4.6 contain
  /// most rules, and the code that enforces a rule cites the section of the rule.
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

  /// A property of a TLS connection that the client and the server must agree on.
  public enum Negotiable: String, Sendable, Hashable, CaseIterable {
    case version, suite, group, signatureScheme, applicationProtocol
  }
}

extension TLS {
  /// A limit on the number of TLS control messages, such as KeyUpdate messages.
  ///
  /// The limits on message lengths and record lengths are defined separately.
  public enum HandshakeLimit: Sendable, Hashable, CaseIterable {
    /// The limit on warning alerts and HelloRequest messages of the server within a minute.
    case warnings
    /// The limit on KeyUpdate messages without application data between them.
    case keyUpdates
    /// The limit on NewSessionTicket messages within a minute, with or without application data
    /// between them.
    case tickets

    /// The maximum number of messages that the limit allows.
    public var count: Int {
      switch self {
      case .warnings: 4
      case .keyUpdates: 32
      case .tickets: 32
      }
    }

    /// The period in milliseconds before a message count restarts at zero.
    ///
    /// The count restarts because a TLS 1.2 server may request a new handshake each day on a
    /// connection that lives for weeks.
    static let period: Int64 = 60_000
  }
}
