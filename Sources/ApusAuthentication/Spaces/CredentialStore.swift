extension Authentication {
  /// The credentials that the caller has set, and the protection spaces that they opened.
  ///
  /// A value without a lock; a session that shares one calls it under its own lock. The state that
  /// peers can add is limited.
  public struct CredentialStore: Sendable {
    /// The number of spaces that are kept; the oldest is removed for a new one.
    public static let spaceLimit = 256

    private var grants: [Grant] = []
    private var records: [ProtectionSpace: SpaceRecord] = [:]
    /// The spaces that are remembered, as they came.
    private var order: [ProtectionSpace] = []
    /// The number of times that credentials have been set.
    private var generation = 0

    /// A credential that the caller has set; nil means any realm or scheme.
    private struct Grant: Sendable {
      let server: Server
      let realm: [UInt8]?
      let scheme: Scheme?
      let credential: Credential

      func covers(_ space: ProtectionSpace) -> Bool {
        server == space.server && (realm ?? space.realm) == space.realm
          && (scheme ?? space.scheme) == space.scheme && credential.suits(space.scheme)
      }

      /// The precision of the grant: a higher value describes the space in more detail.
      var precision: Int { (realm == nil ? 0 : 2) + (scheme == nil ? 0 : 1) }
    }

    /// Creates an empty store.
    public init() {}

    /// Sets the credential for a server, or removes it with nil.
    ///
    /// It is for every realm and scheme unless one is named; the realm is in UTF-8. All records of
    /// the affected spaces are removed, including rejections.
    ///
    /// - Parameters:
    ///   - credential: The credential; nil removes the one that was set.
    ///   - server: The server of the credential.
    ///   - realm: The realm that a challenge must name; nil for every realm.
    ///   - scheme: The scheme of the challenge; nil for every scheme.
    public mutating func set(
      _ credential: Credential?, for server: Server, realm: String? = nil, scheme: Scheme? = nil
    ) {
      generation += 1
      let realm = realm.map { Array($0.utf8) }
      grants.removeAll { $0.server == server && $0.realm == realm && $0.scheme == scheme }
      forget { space in
        space.server == server && (realm ?? space.realm) == space.realm
          && (scheme ?? space.scheme) == space.scheme
      }
      guard let credential else { return }
      grants.append(Grant(server: server, realm: realm, scheme: scheme, credential: credential))
    }

    /// Finds the credential for a space; it never returns one that its realm has rejected.
    ///
    /// It is the credential that has opened the space, or else the most precise one that was set
    /// for it.
    ///
    /// - Parameter space: The server, realm and scheme of a challenge.
    public func credential(for space: ProtectionSpace) -> Credential? {
      if let proven = records[space]?.proven { return proven }
      return grants.filter { $0.covers(space) && !hasRefused($0.credential, in: space) }
        .max { $0.precision < $1.precision }?.credential
    }

    /// Returns whether the realm has rejected a credential in any scheme: a credential that failed
    /// as a proof is not sent in clear text afterwards.
    private func hasRefused(_ credential: Credential, in space: ProtectionSpace) -> Bool {
      order.contains { $0.isRealm(of: space) && records[$0]?.hasRefused(credential) == true }
    }

    /// A Boolean value that indicates whether any space has a record.
    package var knowsSpaces: Bool { !order.isEmpty }

    /// Returns whether a server has a space with a record, so that it may be answered before a
    /// challenge.
    package func knowsSpaces(of server: Server) -> Bool {
      order.contains { $0.server == server }
    }

    /// Records the response to an accepted answer, and the server's authentication info.
    ///
    /// From now on requests below the paths of the space are answered without a challenge. This
    /// does not apply if credentials were set meanwhile, because the accepted one may have been
    /// removed.
    mutating func accept(
      _ answer: Answer, below paths: [[UInt8]], _ info: AuthenticationInfo?
    ) {
      guard answer.generation == generation else { return }
      update(answer.space) { record in
        record.accept(answer.credential, below: paths)
        if let info, let digest = answer.digest { record.heed(info, after: digest) }
      }
    }

    /// Takes note of an answer that has not opened its space.
    mutating func refuse(_ credential: Credential, in space: ProtectionSpace) {
      update(space) { $0.refuse(credential) }
    }

    /// Answers a challenge with a credential.
    mutating func answer(
      _ offer: Offer, with credential: Credential, _ request: RequestFacts,
      using random: some RandomSource
    ) throws(AuthenticationError) -> Answer {
      var digest: DigestAnswer?
      if let challenge = offer.digest {
        digest = try update(offer.space) { (record) throws(AuthenticationError) in
          try record.answer(challenge, with: credential, request, using: random)
        }
      }
      return try Answer(
        to: offer.space, with: credential, digest: digest, isPreemptive: false,
        generation: generation)
    }

    /// Repeats an answer with the next count of its nonce; nil for an answer without a count, or if
    /// the nonce was forgotten.
    mutating func answer(
      again answer: Answer, _ request: RequestFacts, using random: some RandomSource
    ) throws(AuthenticationError) -> Answer? {
      guard answer.digest != nil,
        let digest = try records[answer.space]?.nextAnswer(
          of: answer.credential, request, using: random)
      else { return nil }
      return try Answer(
        to: answer.space, with: answer.credential, digest: digest,
        isPreemptive: answer.isPreemptive, generation: answer.generation)
    }

    /// Answers before a challenge, if the path is in a space that has been opened; of several, the
    /// one with the longest path.
    mutating func preemptiveAnswer(
      at server: Server, _ request: RequestFacts, inClear isClearAllowed: Bool,
      using random: some RandomSource
    ) throws(AuthenticationError) -> Answer? {
      let path = request.path
      let spaces = order.filter { space in
        space.server == server
          && (space.scheme == .digest || isClearAllowed || server.origin.scheme.isSecure)
      }
      let depths = spaces.compactMap { space in
        records[space]?.depth(of: path).map { (space: space, depth: $0) }
      }
      guard let space = depths.max(by: { $0.depth < $1.depth })?.space,
        let credential = records[space]?.proven
      else { return nil }
      var digest: DigestAnswer?
      if space.scheme == .digest {
        digest = try records[space]?.nextAnswer(request, using: random)
        guard digest != nil else { return nil }
      }
      return try Answer(
        to: space, with: credential, digest: digest, isPreemptive: true, generation: generation)
    }

    /// Changes the record of a space, and removes the oldest for a new one.
    private mutating func update<Result, Failure: Error>(
      _ space: ProtectionSpace, _ change: (inout SpaceRecord) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      if records[space] == nil {
        if order.count >= Self.spaceLimit { records[order.removeFirst()] = nil }
        order.append(space)
      }
      return try change(&records[space, default: SpaceRecord()])
    }

    private mutating func forget(_ isForgotten: (ProtectionSpace) -> Bool) {
      for space in order where isForgotten(space) { records[space] = nil }
      order.removeAll(where: isForgotten)
    }
  }
}

extension Authentication.CredentialStore: CustomStringConvertible, CustomReflectable {
  /// The number of credentials, without any of them.
  public var description: String {
    "a credential store with \(grants.count) credentials for \(records.count) known "
      + "protection spaces <redacted>"
  }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
