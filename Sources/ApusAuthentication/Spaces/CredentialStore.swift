extension Authentication {
  /// The credentials that the caller has set, and the protection spaces that accepted the
  /// credentials.
  ///
  /// A store is a value without a lock, so a session must protect a shared store with its own lock.
  /// The state that servers can add is limited.
  public struct CredentialStore: Sendable {
    /// The maximum number of protection spaces in the store. A new space replaces the oldest space.
    public static let spaceLimit = 256

    private var grants: [Grant] = []
    private var records: [ProtectionSpace: SpaceRecord] = [:]
    /// The protection spaces that are recorded in the store, in the order of their creation.
    private var order: [ProtectionSpace] = []
    /// The number of times that the caller has changed a credential.
    private var generation = 0

    /// A credential that the caller has set for a server. A realm or scheme of `nil` means any
    /// realm or any scheme.
    private struct Grant: Sendable {
      let server: Server
      let realm: [UInt8]?
      let scheme: Scheme?
      let credential: Credential

      func covers(_ space: ProtectionSpace) -> Bool {
        server == space.server && (realm ?? space.realm) == space.realm
          && (scheme ?? space.scheme) == space.scheme && credential.suits(space.scheme)
      }

      /// The precision of the credential's scope. A credential for a realm or a scheme has a higher
      /// precision than a credential for a whole server.
      var precision: Int { (realm == nil ? 0 : 2) + (scheme == nil ? 0 : 1) }
    }

    /// Creates a credential store without credentials.
    public init() {}

    /// Sets the credential for a server, or removes the credential if the value is `nil`.
    ///
    /// The credential applies to every realm and scheme unless a realm or a scheme is given. The
    /// UTF-8 bytes of the realm must equal the realm of the challenge. The store removes all
    /// records of the affected protection spaces, including rejections.
    ///
    /// - Parameters:
    ///   - credential: The credential. The value `nil` removes the earlier credential.
    ///   - server: The server of the credential.
    ///   - realm: The realm that a challenge must name. The value `nil` means every realm.
    ///   - scheme: The scheme of the challenge. The value `nil` means every scheme.
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

    /// Returns the credential for a protection space. The method never returns a credential that
    /// the realm has rejected.
    ///
    /// A credential that has opened the space has priority. Otherwise, the method returns the most
    /// precise credential that the caller has set for the space.
    ///
    /// - Parameter space: The server, the realm and the scheme of a challenge.
    public func credential(for space: ProtectionSpace) -> Credential? {
      if let proven = records[space]?.proven { return proven }
      return grants.filter { $0.covers(space) && !hasRefused($0.credential, in: space) }
        .max { $0.precision < $1.precision }?.credential
    }

    /// Returns whether the realm has rejected a credential in any authentication scheme. A password
    /// that the server rejected in a Digest answer must not be sent in clear text.
    private func hasRefused(_ credential: Credential, in space: ProtectionSpace) -> Bool {
      order.contains { $0.isRealm(of: space) && records[$0]?.hasRefused(credential) == true }
    }

    /// A Boolean value that indicates whether any protection space is recorded in the store.
    package var knowsSpaces: Bool { !order.isEmpty }

    /// Returns whether a protection space of a server is recorded in the store. The client may then
    /// send credentials before a challenge.
    package func knowsSpaces(of server: Server) -> Bool {
      order.contains { $0.server == server }
    }

    /// Records that a server has accepted a credential, together with the server's authentication
    /// info.
    ///
    /// Later requests below the paths of the protection space are sent with credentials without a
    /// challenge. The store ignores the response if the caller has changed credentials since the
    /// answer, because the accepted credential may have been removed.
    mutating func accept(
      _ answer: Answer, below paths: [[UInt8]], _ info: AuthenticationInfo?
    ) {
      guard answer.generation == generation else { return }
      update(answer.space) { record in
        record.accept(answer.credential, below: paths)
        if let info, let digest = answer.digest { record.heed(info, after: digest) }
      }
    }

    /// Records that a protection space has rejected a credential.
    mutating func refuse(_ credential: Credential, in space: ProtectionSpace) {
      update(space) { $0.refuse(credential) }
    }

    /// Returns the header field that answers a challenge with a credential.
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

    /// Returns a Digest answer with the next nonce count for a repeated request. The value is `nil`
    /// if the scheme has no nonce count or the nonce is no longer recorded.
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

    /// Returns the credential field to send before a challenge, if the path is in an opened
    /// protection space. The protection space with the longest matching path has priority.
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

    /// Changes the record of a protection space. If the store is full, a new record replaces the
    /// oldest record.
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
  /// The number of credentials in the store, without the credentials themselves.
  public var description: String {
    "a credential store with \(grants.count) credentials for \(records.count) known "
      + "protection spaces <redacted>"
  }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
