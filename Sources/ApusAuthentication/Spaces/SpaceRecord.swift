/// The record of one protection space.
struct SpaceRecord: Sendable {
  /// The credential that has opened it.
  private(set) var proven: Authentication.Credential?
  /// The paths below which that is given without a challenge.
  private var paths: [[UInt8]] = []
  /// The most recent credentials that have not opened it.
  private var refused: [Authentication.Credential] = []
  /// The answers to its last challenge, and whose they are.
  private var session: (of: Authentication.Credential, answers: Authentication.DigestSession)?

  /// The number of paths that are kept for a space.
  static let pathLimit = 64
  /// The number of rejected credentials that are kept.
  static let refusedLimit = 8

  /// Returns whether the credential has failed to open the space before.
  func hasRefused(_ credential: Authentication.Credential) -> Bool { refused.contains(credential) }

  /// Takes note of a credential that has not opened the space.
  mutating func refuse(_ credential: Authentication.Credential) {
    if proven == credential {
      proven = nil
      paths = []
    }
    if session?.of == credential { session = nil }
    guard !refused.contains(credential) else { return }
    refused.append(credential)
    if refused.count > Self.refusedLimit { refused.removeFirst() }
  }

  /// Records a credential that has opened the space, and the paths below which it does.
  mutating func accept(_ credential: Authentication.Credential, below more: [[UInt8]]) {
    if proven != credential { paths = [] }
    proven = credential
    refused.removeAll { $0 == credential }
    for path in more.prefix(Self.pathLimit) {
      if paths.contains(where: { Self.is(path, below: $0) }) { continue }
      paths.removeAll { Self.is($0, below: path) }
      paths.append(path)
      if paths.count > Self.pathLimit { paths.removeFirst() }
    }
  }

  /// The length of the longest known path at or above the request's path; nil if there is none.
  func depth(of path: [UInt8]) -> Int? {
    paths.filter { Self.is(path, below: $0) }.map(\.count).max()
  }

  /// Answers in Digest: on with the count of a nonce that is the challenge's, else from the start.
  mutating func answer(
    _ challenge: Authentication.DigestChallenge, with credential: Authentication.Credential,
    _ request: Authentication.RequestFacts, using random: some RandomSource
  ) throws(AuthenticationError) -> Authentication.DigestAnswer {
    guard case .password(let user, let password) = credential.kind else {
      throw .credentialMismatch(.digest)
    }
    var answers = Authentication.DigestSession(challenge, user: user, password: password)
    if let session, session.of == credential, session.answers.isOn(challenge) {
      answers = session.answers
    }
    let answer = try answers.next(request, using: random)
    session = (credential, answers)
    return answer
  }

  /// Answers in Digest without another challenge; nil if none was answered before.
  mutating func nextAnswer(
    _ request: Authentication.RequestFacts, using random: some RandomSource
  ) throws(AuthenticationError) -> Authentication.DigestAnswer? {
    try session?.answers.next(request, using: random)
  }

  /// Answers in Digest without another challenge, with one credential alone.
  mutating func nextAnswer(
    of credential: Authentication.Credential, _ request: Authentication.RequestFacts,
    using random: some RandomSource
  ) throws(AuthenticationError) -> Authentication.DigestAnswer? {
    guard session?.of == credential else { return nil }
    return try nextAnswer(request, using: random)
  }

  /// Takes the nonce that is named in the response to an answer, unless there is a later one.
  mutating func heed(
    _ info: Authentication.AuthenticationInfo, after answer: Authentication.DigestAnswer
  ) {
    if session?.answers.nonce == answer.proof.nonce { session?.answers.heed(info) }
  }

  /// Returns whether a path equals another one or is below it, by whole segments.
  private static func `is`(_ path: [UInt8], below other: [UInt8]) -> Bool {
    path.starts(with: other)
      && (other.last == 0x2f || path.count == other.count || path[other.count] == 0x2f)
  }
}
