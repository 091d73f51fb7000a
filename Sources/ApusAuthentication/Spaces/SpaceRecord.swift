/// The record of a protection space, with the accepted and the rejected credentials.
struct SpaceRecord: Sendable {
  /// The credential that the protection space has accepted.
  private(set) var proven: Authentication.Credential?
  /// The paths below which the client sends the credential without a challenge.
  private var paths: [[UInt8]] = []
  /// The most recent credentials that the protection space has rejected.
  private var refused: [Authentication.Credential] = []
  /// The Digest session of the last challenge, with the credential of the session.
  private var session: (of: Authentication.Credential, answers: Authentication.DigestSession)?

  /// The maximum number of paths in the record of a protection space.
  static let pathLimit = 64
  /// The maximum number of rejected credentials in the record of a protection space.
  static let refusedLimit = 8

  /// Returns whether the protection space has rejected a credential before.
  func hasRefused(_ credential: Authentication.Credential) -> Bool { refused.contains(credential) }

  /// Records that the protection space has rejected a credential.
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

  /// Records that the protection space has accepted a credential for the given paths.
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

  /// Returns the length of the longest recorded path that is equal to a request path or contains
  /// the request path. The value is `nil` if no recorded path matches.
  func depth(of path: [UInt8]) -> Int? {
    paths.filter { Self.is(path, below: $0) }.map(\.count).max()
  }

  /// Answers a Digest challenge. The nonce count continues for the current nonce, and starts again
  /// for a new nonce.
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

  /// Returns a Digest answer without a new challenge. The value is `nil` if the client has not
  /// answered any challenge before.
  mutating func nextAnswer(
    _ request: Authentication.RequestFacts, using random: some RandomSource
  ) throws(AuthenticationError) -> Authentication.DigestAnswer? {
    try session?.answers.next(request, using: random)
  }

  /// Returns a Digest answer without a new challenge, if the last answer used the given credential.
  mutating func nextAnswer(
    of credential: Authentication.Credential, _ request: Authentication.RequestFacts,
    using random: some RandomSource
  ) throws(AuthenticationError) -> Authentication.DigestAnswer? {
    guard session?.of == credential else { return nil }
    return try nextAnswer(request, using: random)
  }

  /// Records the next nonce of a server's response, unless a later nonce is already recorded.
  mutating func heed(
    _ info: Authentication.AuthenticationInfo, after answer: Authentication.DigestAnswer
  ) {
    if session?.answers.nonce == answer.proof.nonce { session?.answers.heed(info) }
  }

  /// Returns whether a path is equal to a second path or below the second path. The comparison uses
  /// whole path segments.
  private static func `is`(_ path: [UInt8], below other: [UInt8]) -> Bool {
    path.starts(with: other)
      && (other.last == 0x2f || path.count == other.count || path[other.count] == 0x2f)
  }
}
