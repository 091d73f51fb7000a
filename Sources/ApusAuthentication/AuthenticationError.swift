/// The reason why the client does not answer a challenge or does not accept a server's proof.
public enum AuthenticationError: Error, Equatable, Sendable {
  /// The credential is of a different kind than the authentication scheme requires.
  case credentialMismatch(Authentication.Scheme)
  /// The challenge requires a hash of the request content, but the content is not in memory.
  case contentNotHashable
  /// The request cannot be sent again, because its content could be read only once.
  case contentSpent
  /// The user name or the password contains a character that the scheme cannot send.
  case controlCharacter
  /// The server has already rejected the same credential during this request.
  case credentialRefused
  /// The server's `Authentication-Info` field is malformed.
  case malformedInfo(Authentication.ChallengeFault)
  /// The bearer token does not have the form of RFC 6750.
  case malformedToken
  /// The authentication challenge lacks a required parameter.
  case missingParameter(String, Authentication.Scheme)
  /// The client cannot answer any challenge of the response, for the given reasons in the order of
  /// the challenges.
  case noUsableChallenge([AuthenticationError])
  /// The response requires authentication but contains no readable challenge.
  case noChallenge
  /// The client has no credential for the server.
  case noCredential
  /// The counter of the requests with the nonce has reached its maximum.
  case nonceExhausted
  /// The system's source of random bytes failed.
  case randomness(RandomError)
  /// The client does not support the authentication scheme, because the scheme ties credentials to
  /// connections.
  case schemeRefused(Authentication.Scheme)
  /// The authentication scheme would send a secret over an unencrypted connection.
  case secretInClear(Authentication.Scheme)
  /// The Digest challenge requires a session key but has no `qop` parameter. A session key depends
  /// on the client nonce, which requires `qop`.
  case sessionKeyWithoutQuality
  /// The server has rejected the maximum number of answers during one request.
  case tooManyAnswers(limit: Int)
  /// The Digest challenge names an unknown algorithm.
  case unknownAlgorithm(String)
  /// The Digest challenge contains only unknown values of `qop`.
  case unknownQuality(String)
  /// The challenge names an unknown authentication scheme.
  case unknownScheme(Authentication.Scheme)
  /// The user name contains a colon, which Basic uses as the separator between the user name and
  /// the password.
  case userHasColon
  /// The server's proof that the server knows the password is wrong.
  case wrongServerProof
}

extension AuthenticationError {
  /// A Boolean value that indicates whether the call must fail instead of returning the response.
  ///
  /// The call fails if the request, its credential or the server's proof caused the error.
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
  /// The reason why the parser skipped a challenge.
  /// Byte offsets begin at the first byte of the field.
  public enum ChallengeFault: Error, Equatable, Sendable {
    /// The text of the challenge does not match the grammar.
    case malformed(HTTP.InvalidValue)
    /// A parameter precedes the first authentication scheme of the challenge field.
    case parameterWithoutScheme(at: Int)
    /// A challenge contains the same parameter twice.
    case repeatedParameter(String)
    /// The challenge field has more bytes than the limit.
    case tooLong(byteCount: Int, limit: Int)
    /// The response has more challenges than the limit. The challenges before the limit remain
    /// valid.
    case tooManyChallenges(limit: Int)
    /// A challenge has more parameters than the limit.
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
