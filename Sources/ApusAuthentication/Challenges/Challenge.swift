extension Authentication {
  /// An authentication challenge of a server, which consists of an authentication scheme and its
  /// parameters.
  ///
  /// RFC 9110 section 11.3.
  public struct Challenge: Hashable, Sendable {
    /// The authentication scheme of the challenge.
    public let scheme: Scheme
    /// The token68 text that follows the authentication scheme instead of parameters.
    public internal(set) var token: String?
    /// The parameters of the challenge in their order, with unique names in lower case.
    public internal(set) var parameters: [HTTP.Parameter] = []

    /// Creates a challenge without parameters.
    init(_ scheme: Scheme) { self.scheme = scheme }

    /// Returns the challenge parameter with the given name, which must be in lower case.
    ///
    /// - Parameter name: The name of the parameter.
    public subscript(name: String) -> HTTP.Parameter? {
      parameters.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The realm, which is the server's name for a protected area. The value is `nil` if the
    /// challenge has no realm.
    ///
    /// RFC 9110 section 11.5.
    public var realm: String? { self["realm"]?.value }
  }
}

extension Authentication {
  /// The authentication challenges of a response, and the errors of unreadable challenges.
  ///
  /// The parser skips an invalid challenge up to the next scheme and records the fault. The client
  /// can still answer the other challenges.
  public struct ChallengeList: Sendable, Equatable {
    /// The maximum number of bytes of a challenge field.
    public static let byteLimit = 16_384
    /// The maximum number of challenges of a response.
    public static let challengeLimit = 16
    /// The maximum number of parameters of a challenge.
    public static let parameterLimit = 32

    /// The readable challenges of the response, in their order.
    public private(set) var challenges: [Challenge] = []
    /// The faults of the challenges that the parser skipped.
    public private(set) var faults: [ChallengeFault] = []

    /// Creates an empty list of authentication challenges.
    public init() {}

    /// Parses the authentication challenges of a response from an origin server or a proxy.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the response.
    ///   - party: The kind of server: an origin server or a proxy.
    public init(_ fields: HTTP.Fields, by party: Party) {
      fields.withValues(of: party.challengeField) { add($0) }
    }

    /// Parses the challenges of one field and adds the challenges to the list.
    ///
    ///     WWW-Authenticate = #challenge
    ///     challenge        = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
    ///
    /// A comma separates challenges and also separates the parameters of a challenge. A word after
    /// a comma is a parameter of the current challenge if an equals sign follows the word.
    /// Otherwise, the word is the scheme of the next challenge.
    ///
    /// RFC 9110 section 11.6.1.
    ///
    /// - Parameter field: The value of one `WWW-Authenticate` or `Proxy-Authenticate` field.
    public mutating func add(_ field: Span<UInt8>) {
      guard field.count <= Self.byteLimit else {
        faults.append(.tooLong(byteCount: field.count, limit: Self.byteLimit))
        return
      }
      var open = Open.nothing
      var cursor = Cursor(0..<field.count)
      while cursor.skipListMarks(in: field) {
        let start = cursor
        do throws(ChallengeFault) {
          try readElement(from: &cursor, in: field, into: &open)
        } catch {
          note(error)
          open = .broken
          cursor = start
          cursor.skipElement(in: field)
        }
      }
      close(open)
    }

    /// The challenge to which the next parameter belongs.
    private enum Open {
      case nothing
      /// The parser skips the invalid challenge with all of its parameters.
      case broken
      case challenge(Challenge)
    }

    private mutating func readElement(
      from cursor: inout Cursor, in field: Span<UInt8>, into open: inout Open
    ) throws(ChallengeFault) {
      let start = cursor.position
      guard let name = cursor.readParameterName(in: field) else {
        close(open)
        open = .broken
        open = .challenge(try cursor.readChallenge(in: field))
        return
      }
      let parameter = try cursor.readParameter(named: name, in: field)
      switch open {
      case .nothing: throw .parameterWithoutScheme(at: start)
      case .broken: return
      case .challenge(var challenge):
        try challenge.add(parameter)
        open = .challenge(challenge)
      }
    }

    private mutating func close(_ open: Open) {
      guard case .challenge(let challenge) = open else { return }
      guard challenges.count < Self.challengeLimit else {
        return note(.tooManyChallenges(limit: Self.challengeLimit))
      }
      challenges.append(challenge)
    }

    /// Records the error of a challenge, unless the list already has the maximum number of errors.
    private mutating func note(_ fault: ChallengeFault) {
      guard faults.count < Self.challengeLimit, faults.last != fault else { return }
      faults.append(fault)
    }
  }
}
