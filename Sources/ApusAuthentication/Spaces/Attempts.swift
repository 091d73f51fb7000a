extension Authentication {
  /// The decisions about the challenges of one server in one request, over all of its attempts.
  ///
  /// It sends nothing: call `begin` before the request, `decide` after each response that requires
  /// authentication, and `finish` after any other. The store is the session's, under its lock.
  public struct Attempts: Sendable {
    /// The number of answers for a space in one request, including those before a challenge.
    public static let answerLimit = 2

    /// The decision about a response that demands credentials.
    public enum Decision: Sendable {
      /// Send the request again, with this field.
      case answer(Answer)
      /// Request a credential, and continue with `answer`.
      case ask(Question)
      /// Return the response, for this reason.
      case giveUp(AuthenticationError)
    }

    /// The question for a credential.
    public struct Question: Sendable {
      /// The challenges that can be answered, the strongest first.
      public var challenges: [Challenge] { offers.map(\.challenge) }
      /// The spaces of those challenges.
      public var spaces: [ProtectionSpace] { offers.map(\.space) }
      /// The number of credentials that the server has rejected in this request.
      public let refusalCount: Int
      let offers: [Offer]

      /// The question without its strongest challenge; nil if there is no other.
      package var withoutFirst: Question? {
        offers.count < 2
          ? nil : Question(refusalCount: refusalCount, offers: Array(offers.dropFirst()))
      }
    }

    /// The server that requires the answers.
    public let server: Server
    /// A Boolean value that indicates whether Basic and Bearer may send secrets unencrypted.
    public let allowsSecretsInClear: Bool
    private var counts: [ProtectionSpace: Int] = [:]
    private var refused: [(space: ProtectionSpace, credential: Credential)] = []
    private var last: (answer: Answer, offer: Offer?)?

    /// Creates the attempts of a request at a server.
    ///
    /// - Parameters:
    ///   - server: The server of the request.
    ///   - allowsSecretsInClear: A Boolean value that indicates whether passwords and tokens are
    ///     sent without TLS; the default is false.
    public init(at server: Server, allowsSecretsInClear: Bool = false) {
      self.server = server
      self.allowsSecretsInClear = allowsSecretsInClear
    }

    /// Answers before a challenge, if the request is in a space that has been opened.
    ///
    /// - Parameters:
    ///   - request: The method, target and content of the request.
    ///   - store: The credentials and the records of their use.
    ///   - random: The source of random bytes.
    public mutating func begin(
      _ request: RequestFacts, _ store: inout CredentialStore, using random: some RandomSource
    ) -> Answer? {
      // An error here is reported after the server's challenge.
      let answer = try? store.preemptiveAnswer(
        at: server, request, inClear: allowsSecretsInClear, using: random)
      if let answer { count(answer, nil) }
      return answer
    }

    /// Decides about a response that demands an answer.
    ///
    /// - Parameters:
    ///   - list: The challenges of the response.
    ///   - request: The method, target and content of the request.
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

    /// Answers a question with a credential, in the strongest scheme that takes one of its kind.
    ///
    /// - Parameters:
    ///   - question: The question of an earlier decision.
    ///   - credential: The credential to try.
    ///   - request: The method, target and content of the request.
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

    /// Repeats the last answer for a request that is sent again; nil after a response to it.
    ///
    /// The first request had no response. A server may have read the answer anyway, and accepts a
    /// nonce count only once.
    ///
    /// RFC 7616 section 3.4.
    ///
    /// - Parameters:
    ///   - request: The method, target and content of the request.
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
    /// The content is the response's, as received; nil if it is not available.
    ///
    /// - Parameters:
    ///   - request: The method, target and content of the request.
    ///   - info: The server's fields in the response; nil if there are none.
    ///   - content: The content of the response, as received; nil if it is not available.
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

    /// The challenges that can be answered, the strongest first, and the reasons of the others.
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
      // Of two that are as strong the server's first one stays the first.
      let ranked = offers.enumerated().sorted { one, other in
        (other.element.strength, one.offset) < (one.element.strength, other.offset)
      }
      return (ranked.map(\.element), reasons)
    }

    /// If a space is challenged again, the last answer did not open it, unless its nonce was too
    /// old. An answer that was sent before the challenge may have had an old nonce that the server
    /// has forgotten.
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
