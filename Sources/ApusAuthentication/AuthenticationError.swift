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
    case .credentialMismatch(let scheme):
      "the authentication scheme \(scheme) needs another kind of credential"
    case .contentNotHashable:
      "the server requires a hash of the content (auth-int), but the content is a stream "
        + "that cannot be hashed first"
    case .contentSpent:
      "the content of the request was already sent, and cannot be sent again with "
        + "credentials"
    case .controlCharacter: "the user name or the password contains a control character"
    case .credentialRefused: "the server rejected the credential"
    case .malformedInfo(let error):
      "the server's Authentication-Info field cannot be read: \(error)"
    case .malformedToken: "the bearer token has a character that is not allowed in a token"
    case .missingParameter(let name, let scheme):
      "the \(scheme) challenge of the server has no parameter \(name)"
    case .noUsableChallenge(let reasons):
      "the client cannot use any authentication challenge of the server: "
        + reasons.map(\.description).joined(separator: "; ")
    case .noChallenge:
      "the server requires authentication, but the response has no valid authentication "
        + "challenge"
    case .noCredential: "the client has no credential for the server"
    case .nonceExhausted:
      "the Digest nonce of the server has reached its maximum number of requests"
    case .randomness(let error): "\(error)"
    case .schemeRefused(let scheme): "the authentication scheme \(scheme) is not supported"
    case .secretInClear(let scheme):
      "the authentication scheme \(scheme) would send a secret unencrypted; use https, "
        + "or allow http with inClear: true"
    case .sessionKeyWithoutQuality:
      "the Digest challenge of the server requires a session key, but has no qop "
        + "parameter"
    case .tooManyAnswers(let limit):
      "the server sent a new authentication challenge after each of \(limit) attempts"
    case .unknownAlgorithm(let name): "the Digest algorithm \(Self.shown(name)) is not supported"
    case .unknownQuality(let names):
      "none of the Digest qualities of protection (qop) is supported: "
        + "\(Self.shown(names))"
    case .unknownScheme(let scheme): "the authentication scheme \(scheme) is not known"
    case .userHasColon: "a user name for Basic authentication must not contain a colon"
    case .wrongServerProof: "the server's proof of the password (rspauth) is wrong"
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
    case .parameterWithoutScheme(let at):
      "byte \(at): a parameter precedes the first authentication scheme"
    case .repeatedParameter(let name):
      "the parameter \(ForeignText.escaped(name.utf8, limit: 64)) occurs twice in an "
        + "authentication challenge"
    case .tooLong(let count, let limit):
      "the field with authentication challenges has \(count) bytes, but at most \(limit) "
        + "bytes are allowed"
    case .tooManyChallenges(let limit):
      "the response has more than \(limit) authentication challenges"
    case .tooManyParameters(let limit):
      "an authentication challenge has more than \(limit) parameters"
    }
  }
}
