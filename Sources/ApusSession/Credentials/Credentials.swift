public import ApusAuthentication
internal import ApusBytes
internal import ApusConnections
public import ApusHTTP
internal import ApusNet
internal import Synchronization

extension HTTPSession {
  /// The names and passwords of servers, and the protection spaces that they have announced.
  ///
  ///     try $0.authentication.credentials.set(
  ///       .password(Authentication.Secret(password), user: "ada"), for: "https://api.example.com")
  ///
  /// They are stored only in memory. Below a path that a credential has unlocked, it is sent before
  /// the server requests it. Several sessions may share one instance, and any thread may use it.
  public final class Credentials: Sendable {
    private let store = Lock(Authentication.CredentialStore())
    private let wasSet = Atomic<Bool>(false)
    /// A Boolean value that indicates whether a space is known; most requests avoid the lock.
    private let knowsSpaces = Atomic<Bool>(false)

    private let changes = Atomic<Int>(0)

    /// Creates an empty store.
    public init() {}

    /// Sets the credential for a server, or removes it with nil.
    ///
    /// The server is identified by the scheme, host and port of a URL. The credential is for every
    /// realm and scheme unless one is named.
    ///
    /// - Parameters:
    ///   - credential: The credential; nil removes the one that was set.
    ///   - server: A URL of the server, of which the scheme, host and port count.
    ///   - realm: The realm that a challenge must name; nil for every realm.
    ///   - scheme: The scheme of the challenge; nil for every scheme.
    public func set(
      _ credential: Authentication.Credential?, for server: String, realm: String? = nil,
      scheme: Authentication.Scheme? = nil
    ) throws(HTTP.InvalidURL) {
      let origin = try HTTP.URL(server).origin
      withStore { store in
        store.set(
          credential, for: Authentication.Server(.origin, at: origin), realm: realm,
          scheme: scheme)
      }
      wasSet.store(true, ordering: .releasing)
      changes.add(1, ordering: .releasing)
    }

    /// Removes all credentials and protection spaces.
    public func removeAll() {
      withStore { $0 = Authentication.CredentialStore() }
      changes.add(1, ordering: .releasing)
    }

    /// The number of changes that the program has made.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    /// Returns whether a credential may be sent to a server before its challenge.
    func mayGoAhead(to origin: HTTP.Origin) -> Bool {
      withStore { $0.knowsSpaces(of: Authentication.Server(.origin, at: origin)) }
    }

    /// A Boolean value that indicates whether any server may be.
    var mayGoAhead: Bool { knowsSpaces.load(ordering: .acquiring) }

    /// A Boolean value that indicates whether a credential was ever set.
    var mayHaveSome: Bool { wasSet.load(ordering: .acquiring) }

    func withStore<Result, Failure: Error>(
      _ body: (inout Authentication.CredentialStore) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try store.withLock { (store) throws(Failure) in
        defer { knowsSpaces.store(store.knowsSpaces, ordering: .releasing) }
        return try body(&store)
      }
    }
  }

  /// The HTTP authentication settings of a session.
  public struct AuthenticationSettings: Sendable {
    /// The credentials that are sent in reply to challenges; the default is none.
    public var credentials = Credentials()
    /// A Boolean value that indicates whether Basic and Bearer send secrets over plain `http`.
    ///
    /// The default is false.
    public var allowsSecretsInClear = false
    /// A closure that decides about a challenge that no credential answers.
    ///
    /// The call waits for it until its own timeout, or until it is cancelled. The default is nil.
    public var onChallenge:
      (@Sendable (AuthenticationChallenge) async throws -> AuthenticationReply)?

    /// Creates settings that ignore all challenges.
    public init() {}

    /// A Boolean value that indicates whether the session may reply to a challenge.
    var isOn: Bool { onChallenge != nil || credentials.mayHaveSome }
  }

  /// The challenge of a server that requires a credential.
  public struct AuthenticationChallenge: Sendable {
    /// The supported challenges, the strongest first.
    public let challenges: [Authentication.Challenge]
    /// The URL of the request; after redirects the last URL.
    public let url: HTTP.URL
    /// The response with the challenge.
    public let response: HTTP.ResponseHead
    /// The number of credentials that the server has rejected in this call.
    public let refusalCount: Int
  }

  /// The replies of a handler of challenges.
  public enum AuthenticationReply: Sendable {
    /// The request is sent again with a credential.
    case useCredential(Authentication.Credential)
    /// The response is returned unchanged, with its status 401.
    case performDefaultHandling
    /// The strongest challenge is skipped, and the closure is called with the next one.
    case rejectProtectionSpace
    /// The call ends as a cancelled one does.
    case cancel
    /// The call ends with an error.
    case fail(any Error)
  }
}
