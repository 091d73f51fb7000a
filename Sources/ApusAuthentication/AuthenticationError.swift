/// Why a challenge is not answered, or what a server said of itself is not believed.
public enum AuthenticationError: Error, Equatable, Sendable {
  /// A credential that is not of the kind that the scheme needs.
  case credentialMismatch(Authentication.Scheme)
  /// The content would have to be hashed before it is sent, and is not at hand.
  case contentNotHashable
  /// The request's content is spent, so that the request cannot be sent again.
  case contentSpent
  /// A name or a password with a character that the scheme cannot send.
  case controlCharacter
  /// A credential that this server has refused in this request, given once more.
  case credentialRefused
  /// What a server says of itself cannot be read.
  case malformedInfo(Authentication.ChallengeFault)
  /// A token that is none by RFC 6750.
  case malformedToken
  /// A challenge without a parameter that it must have.
  case missingParameter(String, Authentication.Scheme)
  /// None of several challenges can be answered; for each, in their order, why.
  case noUsableChallenge([AuthenticationError])
  /// An answer is demanded, and no challenge that can be read says how.
  case noChallenge
  /// No credential is known for the server.
  case noCredential
  /// As many requests have been sent with a nonce as can be counted.
  case nonceExhausted
  /// Randomness could not be had.
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
  /// Nothing but qualities of protection that are not known.
  case unknownQuality(String)
  /// A scheme that is not known.
  case unknownScheme(Authentication.Scheme)
  /// A name with a colon, which Basic cannot tell from the password's beginning.
  case userHasColon
  /// The server's proof that it knows the password is wrong.
  case wrongServerProof
}

extension AuthenticationError {
  /// Whether the request, its credential or the server's proof is at fault, so that the response
  /// must not stand for the answer.
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
    case .malformedInfo(let error): "what the server says of itself cannot be read: \(error)"
    case .malformedToken: "the token has a character that no bearer token may have"
    case .missingParameter(let name, let scheme): "the \(scheme) challenge has no \(name)"
    case .noUsableChallenge(let reasons):
      "no challenge can be answered: " + reasons.map(\.description).joined(separator: "; ")
    case .noChallenge: "an answer is demanded, and no challenge says how"
    case .noCredential: "no credential is known for the server"
    case .nonceExhausted: "no more requests can be counted with this nonce"
    case .randomness(let error): "\(error)"
    case .schemeRefused(let scheme): "\(scheme) is not supported"
    case .secretInClear(let scheme): "\(scheme) would send a secret in the clear"
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
  /// Why some of what should be challenges was left out; offsets count from the field's first byte.
  public enum ChallengeFault: Error, Equatable, Sendable {
    /// The grammar does not have what stands there.
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
    case .parameterWithoutScheme(let at): "byte \(at): a parameter stands before any scheme"
    case .repeatedParameter(let name):
      "the parameter \(ForeignText.escaped(name.utf8, limit: 64)) is given twice"
    case .tooLong(let count, let limit): "\(count) bytes where at most \(limit) are allowed"
    case .tooManyChallenges(let limit): "there are more than \(limit) challenges"
    case .tooManyParameters(let limit): "a challenge has more than \(limit) parameters"
    }
  }
}
