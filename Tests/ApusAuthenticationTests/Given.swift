import ApusBytes
import ApusHTTP

@testable import ApusAuthentication

/// The helpers for the tests of this module.
enum Given {
  /// Randomness that is one byte again and again.
  struct Random: RandomSource {
    var byte: UInt8 = 7

    func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
      for index in bytes.indices { bytes[index] = byte }
    }
  }

  /// A source that fails.
  struct NoRandom: RandomSource {
    func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
      throw .unavailable(errno: 38)
    }
  }

  static func server(
    _ url: String = "https://a.example/", _ party: Authentication.Party = .origin
  ) throws -> Authentication.Server {
    Authentication.Server(party, at: try HTTP.URL(url).origin)
  }

  static func list(_ fields: String...) -> Authentication.ChallengeList {
    var list = Authentication.ChallengeList()
    for field in fields { list.add(Array(field.utf8).span) }
    return list
  }

  static func challenge(_ field: String) throws -> Authentication.Challenge {
    guard let challenge = list(field).challenges.first else { throw Missing() }
    return challenge
  }

  static func digest(_ parameters: String) throws -> Authentication.DigestChallenge {
    try Authentication.DigestChallenge(challenge("Digest " + parameters))
  }

  static func session(
    _ parameters: String, user: String = "user", password: String = "password"
  ) throws -> Authentication.DigestSession {
    Authentication.DigestSession(
      try digest(parameters), user: user, password: Authentication.Secret(password))
  }

  static func credential(
    _ user: String = "user", _ password: String = "password"
  ) -> Authentication.Credential {
    .password(Authentication.Secret(password), user: user)
  }

  /// The parameters of a field that answers, whose grammar is that of challenges.
  static func parameters(of value: HTTP.FieldValue) throws -> Authentication.Challenge {
    try challenge(String(decoding: value.bytes, as: UTF8.self))
  }

  static func info(_ text: String) throws -> Authentication.AuthenticationInfo {
    try Authentication.AuthenticationInfo(parsing: Array(text.utf8).span)
  }

  struct Missing: Error {}
}

extension Authentication.Attempts.Decision {
  var answer: Authentication.Answer? {
    if case .answer(let answer) = self { answer } else { nil }
  }

  var question: Authentication.Attempts.Question? {
    if case .ask(let question) = self { question } else { nil }
  }

  var reason: AuthenticationError? {
    if case .giveUp(let reason) = self { reason } else { nil }
  }
}

extension Authentication.Answer {
  /// The value of its field, which no description shows.
  var text: String { String(decoding: field.value.bytes, as: UTF8.self) }
}
