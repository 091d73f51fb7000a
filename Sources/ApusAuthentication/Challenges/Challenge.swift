extension Authentication {
  /// The authentication that a server requires: one scheme with its parameters.
  ///
  /// RFC 9110 section 11.3.
  public struct Challenge: Hashable, Sendable {
    /// The scheme to answer in.
    public let scheme: Scheme
    /// The text after the scheme in place of parameters.
    public internal(set) var token: String?
    /// The parameters in their order, each name once, in lower case.
    public internal(set) var parameters: [HTTP.Parameter] = []

    /// A challenge of a scheme, without parameters.
    init(_ scheme: Scheme) { self.scheme = scheme }

    /// Returns the value of a parameter, whose name is given in lower case.
    ///
    /// - Parameter name: The name of the parameter.
    public subscript(name: String) -> HTTP.Parameter? {
      parameters.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The realm, the server's name for the protected part; nil if there is none.
    ///
    /// RFC 9110 section 11.5.
    public var realm: String? { self["realm"]?.value }
  }
}

extension Authentication {
  /// The challenges of a response, and the faults of unreadable ones.
  ///
  /// A challenge that breaks a rule is left out entirely, up to the next scheme, and its fault is
  /// kept: the others can still be answered.
  public struct ChallengeList: Sendable, Equatable {
    /// The number of bytes that a field may have.
    public static let byteLimit = 16_384
    /// The number of challenges that a response may have.
    public static let challengeLimit = 16
    /// The number of parameters that a challenge may have.
    public static let parameterLimit = 32

    /// The challenges that could be read, in their order.
    public private(set) var challenges: [Challenge] = []
    /// The faults of the challenges that were left out.
    public private(set) var faults: [ChallengeFault] = []

    /// Creates an empty list of challenges.
    public init() {}

    /// Reads the challenges of a response's fields by a server or a proxy.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the response.
    ///   - party: The kind of server: an origin or a proxy.
    public init(_ fields: HTTP.Fields, by party: Party) {
      fields.withValues(of: party.challengeField) { add($0) }
    }

    /// Reads the challenges of one field and adds them.
    ///
    ///     WWW-Authenticate = #challenge
    ///     challenge        = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
    ///
    /// Commas separate both lists. So a word after a comma is a parameter of the current challenge
    /// if an equals sign follows it, and otherwise the next scheme.
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

    /// The owner of the next parameter.
    private enum Open {
      case nothing
      /// The challenge is left out, and its other parameters with it.
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

    /// Keeps a fault, as long as there are few.
    private mutating func note(_ fault: ChallengeFault) {
      guard faults.count < Self.challengeLimit, faults.last != fault else { return }
      faults.append(fault)
    }
  }
}
