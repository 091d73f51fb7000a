extension Authentication {
  /// The authentication state of one request and its repetitions, for the challenges of one server.
  ///
  /// A value of this type sends no requests. The caller calls `begin` before the request, `decide`
  /// after each response that requires authentication, and `finish` after any other response. The
  /// caller protects the store with the session's lock.
  public struct Attempts: Sendable {
    /// The maximum number of credential fields for a protection space in one request, including a
    /// field before a challenge.
    public static let answerLimit = 2

    /// The decision about a response that requires authentication.
    public enum Decision: Sendable {
      /// The client must send the request again with this credential field.
      case answer(Answer)
      /// The client must obtain a credential from the caller and then call `answer`.
      case ask(Question)
      /// The client must deliver the response without authentication, for the given reason.
      case giveUp(AuthenticationError)
    }

    /// A request to the caller for a credential that answers a challenge.
    public struct Question: Sendable {
      /// The challenges that the client can answer, in the order of their strength from the
      /// strongest.
      public var challenges: [Challenge] { offers.map(\.challenge) }
      /// The protection spaces of the challenges that the client can answer.
      public var spaces: [ProtectionSpace] { offers.map(\.space) }
      /// The number of credentials that the server has rejected during this request.
      public let refusalCount: Int
      let offers: [Offer]

      /// The same credential request without its strongest challenge. The value is `nil` if only
      /// one challenge remains.
      package var withoutFirst: Question? {
        offers.count < 2
          ? nil : Question(refusalCount: refusalCount, offers: Array(offers.dropFirst()))
      }
    }

    /// The server that requires authentication.
    public let server: Server
    /// A Boolean value that indicates whether Basic and Bearer credentials may be sent over
    /// unencrypted connections.
    public let allowsSecretsInClear: Bool
    private var counts: [ProtectionSpace: Int] = [:]
    private var refused: [(space: ProtectionSpace, credential: Credential)] = []
    private var last: (answer: Answer, offer: Offer?)?

    /// Creates the authentication state of a request to a server.
    ///
    /// - Parameters:
    ///   - server: The server of the request.
    ///   - allowsSecretsInClear: A Boolean value that indicates whether passwords and tokens are
    ///     sent without TLS; the default is false.
    public init(at server: Server, allowsSecretsInClear: Bool = false) {
      self.server = server
      self.allowsSecretsInClear = allowsSecretsInClear
    }

    /// Returns the credential field to send before a challenge, if an earlier request has opened
    /// the protection space.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the content of the request.
    ///   - store: The credentials and the records of their use.
    ///   - random: The source of random bytes.
    public mutating func begin(
      _ request: RequestFacts, _ store: inout CredentialStore, using random: some RandomSource
    ) -> Answer? {
      // An error at this point is ignored, because `decide` throws the same error after the
      // server's challenge.
      let answer = try? store.preemptiveAnswer(
        at: server, request, inClear: allowsSecretsInClear, using: random)
      if let answer { count(answer, nil) }
      return answer
    }

    /// Decides if the client answers a challenge of the response, requests a credential or gives
    /// up.
    ///
    /// - Parameters:
    ///   - list: The challenges of the response.
    ///   - request: The method, the target and the content of the request.
    ///   - store: The credentials and the records of their use.
    ///   - random: The source of random bytes.
    public mutating func decide(
      _ list: ChallengeList, _ request: RequestFacts, _ store: inout CredentialStore,
      using random: some RandomSource
    ) -> Decision {
      let (offers, reasons) = offers(in: list, for: request.content)
      judgeLast(by: offers, &store)
      if case .stream(isSpent: true) = request.content { return .giveUp(.contentSpent) }
      guard !offers.isEmpty else { return .giveUp(Self.reason(reasons)) }
      let open = offers.filter { counts[$0.space, default: 0] < Self.answerLimit }
      guard !open.isEmpty else { return .giveUp(.tooManyAnswers(limit: Self.answerLimit)) }
      for offer in open {
        guard let credential = store.credential(for: offer.space),
          !hasRefused(credential, in: offer.space)
        else { continue }
        return answer(offer, with: credential, request, &store, using: random)
      }
      return .ask(Question(refusalCount: refused.count, offers: open))
    }

    /// Answers a challenge with the caller's credential, in the strongest scheme that accepts this
    /// kind of credential.
    ///
    /// - Parameters:
    ///   - question: The question of an earlier decision.
    ///   - credential: The credential to try.
    ///   - request: The method, the target and the content of the request.
    ///   - store: The credentials and the records of their use.
    ///   - random: The source of random bytes.
    public mutating func answer(
      _ question: Question, with credential: Credential, _ request: RequestFacts,
      _ store: inout CredentialStore, using random: some RandomSource
    ) -> Decision {
      let suited = question.offers.filter { credential.suits($0.space.scheme) }
      guard !suited.isEmpty else {
        return .giveUp(.credentialMismatch(question.offers.first?.space.scheme ?? .basic))
      }
      guard let offer = suited.first(where: { !hasRefused(credential, in: $0.space) }) else {
        return .giveUp(.credentialRefused)
      }
      return answer(offer, with: credential, request, &store, using: random)
    }

    /// Returns the credential field of a request that is retried. The value is `nil` if the server
    /// has responded to the last credential field.
    ///
    /// A server may have read the first answer without responding, and accepts each nonce count
    /// only once. A retry with Digest therefore uses a new nonce count.
    ///
    /// RFC 7616 section 3.4.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the content of the request.
    ///   - store: The credentials and the records of their use.
    ///   - random: The source of random bytes.
    public mutating func answerAgain(
      _ request: RequestFacts, _ store: inout CredentialStore, using random: some RandomSource
    ) -> Answer? {
      guard let (answer, offer) = last else { return nil }
      let again = (try? store.answer(again: answer, request, using: random)) ?? answer
      last = (again, offer)
      return again
    }

    /// Records a response that requires no authentication, and checks the server's proof.
    ///
    /// The proof may cover the received content of the response.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the content of the request.
    ///   - info: The authentication info of the server. The value is `nil` if the response has
    ///     none.
    ///   - content: The received content of the response. The value is `nil` if the content is not
    ///     available.
    ///   - store: The credentials and the records of their use.
    @discardableResult
    public mutating func finish(
      _ request: RequestFacts, _ info: AuthenticationInfo?, content: [UInt8]? = nil,
      _ store: inout CredentialStore
    ) throws(AuthenticationError) -> DigestAnswer.Verdict {
      guard let (answer, offer) = last else { return .notSaid }
      last = nil
      let verdict: DigestAnswer.Verdict =
        if let info { try answer.check(info, content: content) } else { .notSaid }
      store.accept(answer, below: offer?.paths(around: request.path) ?? [], info)
      return verdict
    }

    /// Returns the challenges that the client can answer from the strongest to the weakest, and the
    /// errors of the other challenges.
    private func offers(
      in list: ChallengeList, for content: RequestFacts.Content
    ) -> (offers: [Offer], reasons: [AuthenticationError]) {
      var offers: [Offer] = []
      var reasons: [AuthenticationError] = []
      for challenge in list.challenges {
        do throws(AuthenticationError) {
          let offer = try Offer(challenge, of: server, inClear: allowsSecretsInClear)
          _ = try offer.digest?.quality(for: content)
          offers.append(offer)
        } catch {
          reasons.append(error)
        }
      }
      // Challenges of equal strength remain in the order of the server's response.
      let ranked = offers.enumerated().sorted { one, other in
        (other.element.strength, one.offset) < (one.element.strength, other.offset)
      }
      return (ranked.map(\.element), reasons)
    }

    /// Records the rejection of the last credential if the server challenges the same protection
    /// space again. A stale nonce does not mean a rejection. A credential that was sent before the
    /// challenge is not rejected if the challenge has a new nonce, because the server may have
    /// forgotten the old nonce.
    private mutating func judgeLast(by offers: [Offer], _ store: inout CredentialStore) {
      guard let (answer, _) = last else { return }
      last = nil
      let again = offers.filter { $0.space == answer.space }
      guard !again.isEmpty, !again.contains(where: { $0.digest?.isStale == true }) else { return }
      if answer.isPreemptive, let nonce = answer.digest?.proof.nonce,
        again.allSatisfy({ $0.digest?.nonce != nonce })
      {
        return
      }
      refused.append((answer.space, answer.credential))
      store.refuse(answer.credential, in: answer.space)
    }

    private func hasRefused(_ credential: Credential, in space: ProtectionSpace) -> Bool {
      refused.contains { $0.space.isRealm(of: space) && $0.credential == credential }
    }

    private mutating func answer(
      _ offer: Offer, with credential: Credential, _ request: RequestFacts,
      _ store: inout CredentialStore, using random: some RandomSource
    ) -> Decision {
      do throws(AuthenticationError) {
        let answer = try store.answer(offer, with: credential, request, using: random)
        count(answer, offer)
        return .answer(answer)
      } catch {
        return .giveUp(error)
      }
    }

    private mutating func count(_ answer: Answer, _ offer: Offer?) {
      counts[answer.space, default: 0] += 1
      last = (answer, offer)
    }

    private static func reason(_ reasons: [AuthenticationError]) -> AuthenticationError {
      switch reasons.count {
      case 0: .noChallenge
      case 1: reasons[0]
      default: .noUsableChallenge(reasons)
      }
    }
  }
}
