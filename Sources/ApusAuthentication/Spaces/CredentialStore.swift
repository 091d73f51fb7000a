extension Authentication {
  /// Who is given which credential: what the caller has set, and what has opened which space.
  ///
  /// A value without a lock; a session that shares one calls it under its own. What peers make it
  /// remember is limited.
  public struct CredentialStore: Sendable {
    /// How many spaces are remembered; the one that came first makes room.
    public static let spaceLimit = 256

    private var grants: [Grant] = []
    private var records: [ProtectionSpace: SpaceRecord] = [:]
    /// The spaces that are remembered, as they came.
    private var order: [ProtectionSpace] = []
    /// How often credentials have been set.
    private var generation = 0

    /// A credential that the caller has set; nil stands for any realm or scheme.
    private struct Grant: Sendable {
      let server: Server
      let realm: [UInt8]?
      let scheme: Scheme?
      let credential: Credential

      func covers(_ space: ProtectionSpace) -> Bool {
        server == space.server && (realm ?? space.realm) == space.realm
          && (scheme ?? space.scheme) == space.scheme && credential.suits(space.scheme)
      }

      /// The higher, the more is said of the space.
      var precision: Int { (realm == nil ? 0 : 2) + (scheme == nil ? 0 : 1) }
    }

    /// Creates a store of nothing.
    public init() {}

    /// Sets the credential for a server, or removes it with nil.
    ///
    /// It is for every realm and scheme unless one is named, the realm in UTF-8. What was known of
    /// the spaces that it is for is forgotten, refusals too.
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

    /// Finds the credential for a space, which is never one that its realm has refused.
    ///
    /// It is the one that has opened the space, else the one that is set most precisely for it.
    public func credential(for space: ProtectionSpace) -> Credential? {
      if let proven = records[space]?.proven { return proven }
      return grants.filter { $0.covers(space) && !hasRefused($0.credential, in: space) }
        .max { $0.precision < $1.precision }?.credential
    }

    /// Whether the realm has refused a credential, in whichever scheme: what has failed as a proof
    /// is not sent as it is then.
    private func hasRefused(_ credential: Credential, in space: ProtectionSpace) -> Bool {
      order.contains { $0.isRealm(of: space) && records[$0]?.hasRefused(credential) == true }
    }

    /// Whether anything is known of any space.
    package var knowsSpaces: Bool { !order.isEmpty }

    /// Whether a server has a space of which anything is known, so that it may be answered before
    /// it asks.
    package func knowsSpaces(of server: Server) -> Bool {
      order.contains { $0.server == server }
    }

    /// Takes note of a response that an answer has led to, and of what the server says of itself.
    ///
    /// From now on the answer is given without a challenge below the paths that the space has;
    /// unless credentials were set meanwhile, since it may be the one that was taken back.
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

    /// Answers before a challenge comes, where the path lies in a space that has been opened; the
    /// one whose path is longest, if there are several.
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

    /// Changes what is known of a space, and makes room where it is a new one.
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
  /// How many credentials it has, and none of them.
  public var description: String {
    "\(grants.count) credentials set, \(records.count) spaces known <redacted>"
  }

  /// Nothing of what it holds, because `dump` and test failures print what is stored.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
