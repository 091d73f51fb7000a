/// The reason why a challenge is not answered, or a server's proof is not accepted.
public enum AuthenticationError: Error, Equatable, Sendable {
  /// A credential that is not of the kind that the scheme needs.
  case credentialMismatch(Authentication.Scheme)
  /// The content would have to be hashed before it is sent, and is not at hand.
  case contentNotHashable
  /// The request's content is spent, so that the request cannot be sent again.
  case contentSpent
  /// A name or a password with a character that the scheme cannot send.
  case controlCharacter
  /// The server has rejected the same credential in this request before.
  case credentialRefused
  /// The server's `Authentication-Info` cannot be read.
  case malformedInfo(Authentication.ChallengeFault)
  /// A token that is none by RFC 6750.
  case malformedToken
  /// A challenge without a parameter that it must have.
  case missingParameter(String, Authentication.Scheme)
  /// None of several challenges can be answered; the reasons, in their order.
  case noUsableChallenge([AuthenticationError])
  /// The response requires authentication and has no readable challenge.
  case noChallenge
  /// No credential is known for the server.
  case noCredential
  /// As many requests have been sent with a nonce as can be counted.
  case nonceExhausted
  /// Random bytes are not available.
  case randomness(RandomError)
  /// A scheme that is refused by name, since it ties credentials to connections.
  case schemeRefused(Authentication.Scheme)
  /// The scheme sends a secret as it is, and the connection is in the clear.
  case secretInClear(Authentication.Scheme)
  /// An algorithm with session keys, without the client's nonce that those are made of.
  case sessionKeyWithoutQuality
  /// So many answers in one request have not satisfied the server.
  case tooManyAnswers(limit: Int)
  /// An algorithm of Digest that is not known.
  case unknownAlgorithm(String)
  /// All qualities of protection are unknown.
  case unknownQuality(String)
  /// A scheme that is not known.
  case unknownScheme(Authentication.Scheme)
  /// The name has a colon, which Basic uses to separate name and password.
  case userHasColon
  /// The server's proof that it knows the password is wrong.
  case wrongServerProof
}

extension AuthenticationError {
  /// A Boolean value that indicates whether the call must fail instead of returning the response.
  ///
  /// The fault is then in the request, its credential or the server's proof.
  package var endsCall: Bool {
    switch self {
    case .contentSpent, .contentNotHashable, .controlCharacter, .credentialMismatch,
      .malformedInfo, .malformedToken, .randomness, .userHasColon, .wrongServerProof:
      true
    case .noUsableChallenge(let reasons): reasons.contains(.contentNotHashable)
    default: false
    }
  }
}

extension AuthenticationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .credentialMismatch(let scheme): "the credential is not of the kind that \(scheme) needs"
    case .contentNotHashable: "the server wants the content hashed, which is not at hand for that"
    case .contentSpent: "the content has been sent, and cannot be sent again"
    case .controlCharacter: "the name or the password has a control character"
    case .credentialRefused: "the server has refused the credential"
    case .malformedInfo(let error): "the server's authentication info cannot be read: \(error)"
    case .malformedToken: "the token has a character that no bearer token may have"
    case .missingParameter(let name, let scheme): "the \(scheme) challenge has no \(name)"
    case .noUsableChallenge(let reasons):
      "no challenge can be answered: " + reasons.map(\.description).joined(separator: "; ")
    case .noChallenge: "the response requires authentication and has no readable challenge"
    case .noCredential: "no credential is known for the server"
    case .nonceExhausted: "no more requests can be counted with this nonce"
    case .randomness(let error): "\(error)"
    case .schemeRefused(let scheme): "\(scheme) is not supported"
    case .secretInClear(let scheme):
      "\(scheme) would send a secret in the clear; use https, or allow it (inClear: true)"
    case .sessionKeyWithoutQuality: "the challenge wants a session key and has no qop"
    case .tooManyAnswers(let limit): "the server has not been satisfied by \(limit) answers"
    case .unknownAlgorithm(let name): "the Digest algorithm \(Self.shown(name)) is not known"
    case .unknownQuality(let names): "none of the qualities of \(Self.shown(names)) is known"
    case .unknownScheme(let scheme): "the scheme \(scheme) is not known"
    case .userHasColon: "a name for Basic may not have a colon"
    case .wrongServerProof: "the server's proof that it knows the password is wrong"
    }
  }

  private static func shown(_ text: String) -> String { ForeignText.escaped(text.utf8, limit: 64) }
}

extension Authentication {
  /// The reason why challenges were left out; offsets count from the field's first byte.
  public enum ChallengeFault: Error, Equatable, Sendable {
    /// The text is not in the grammar.
    case malformed(HTTP.InvalidValue)
    /// A parameter before any scheme.
    case parameterWithoutScheme(at: Int)
    /// A parameter that one challenge names twice.
    case repeatedParameter(String)
    /// A field that is longer than is allowed.
    case tooLong(byteCount: Int, limit: Int)
    /// More challenges than are allowed; those before are kept.
    case tooManyChallenges(limit: Int)
    /// A challenge with more parameters than are allowed.
    case tooManyParameters(limit: Int)
  }
}

extension Authentication.ChallengeFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): "\(error)"
    case .parameterWithoutScheme(let at): "byte \(at): a parameter precedes the first scheme"
    case .repeatedParameter(let name):
      "the parameter \(ForeignText.escaped(name.utf8, limit: 64)) is given twice"
    case .tooLong(let count, let limit): "\(count) bytes where at most \(limit) are allowed"
    case .tooManyChallenges(let limit): "there are more than \(limit) challenges"
    case .tooManyParameters(let limit): "a challenge has more than \(limit) parameters"
    }
  }
}
