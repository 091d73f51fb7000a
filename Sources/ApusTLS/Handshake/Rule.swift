extension TLS {
  /// What a peer must keep to beyond the grammar of its messages.
  ///
  /// Each is named for what should be. RFC 8446 sections 4.1 to 4.6; whoever enforces one names
  /// its own place.
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
