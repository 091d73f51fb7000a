public import ApusAuthentication
internal import ApusBytes
internal import ApusConnections
public import ApusHTTP
internal import ApusNet
internal import Synchronization

extension HTTPSession {
  /// The credentials of a session, and the protection spaces that servers have announced.
  ///
  ///     try $0.authentication.credentials.set(
  ///       .password(Authentication.Secret(password), user: "ada"), for: "https://api.example.com")
  ///
  /// Credentials are stored only in memory. If a server has accepted a credential for a path, the
  /// session sends the credential below this path before the server requests it. Several sessions
  /// may share one instance, and any thread may use the instance.
  public final class Credentials: Sendable {
    private let store = Lock(Authentication.CredentialStore())
    private let wasSet = Atomic<Bool>(false)
    /// A Boolean value that indicates whether a protection space is known, so that most requests
    /// avoid the lock.
    private let knowsSpaces = Atomic<Bool>(false)

    private let changes = Atomic<Int>(0)

    /// Creates an empty credential store.
    public init() {}

    /// Sets the credential for a server, or removes the credential if the value is `nil`.
    ///
    /// The scheme, host and port of a URL identify the server. The credential applies to every
    /// realm and authentication scheme unless the caller passes a realm or a scheme.
    ///
    /// - Parameters:
    ///   - credential: The credential, or `nil` to remove the credential of the server.
    ///   - server: A URL of the server. Only its scheme, host and port matter.
    ///   - realm: The realm that a challenge must have, or `nil` for every realm.
    ///   - scheme: The authentication scheme of the challenge, or `nil` for every scheme.
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

    /// The number of changes of the credentials that the program has made.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    /// Returns whether the session may send a credential to a server before a challenge.
    func mayGoAhead(to origin: HTTP.Origin) -> Bool {
      withStore { $0.knowsSpaces(of: Authentication.Server(.origin, at: origin)) }
    }

    /// A Boolean value that indicates whether the session may send a credential to any server
    /// before a challenge.
    var mayGoAhead: Bool { knowsSpaces.load(ordering: .acquiring) }

    /// A Boolean value that indicates whether the program has ever set a credential.
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
    /// A Boolean value that indicates whether Basic and Bearer credentials may be sent over `http`.
    ///
    /// The default is false.
    public var allowsSecretsInClear = false
    /// A closure that replies to an authentication challenge if no stored credential matches.
    ///
    /// The call waits for the closure until the call's own timeout expires or the call is
    /// cancelled. The default is nil.
    public var onChallenge:
      (@Sendable (AuthenticationChallenge) async throws -> AuthenticationReply)?

    /// Creates authentication settings that ignore all challenges.
    public init() {}

    /// A Boolean value that indicates whether the session may reply to an authentication challenge.
    var isOn: Bool { onChallenge != nil || credentials.mayHaveSome }
  }

  /// The authentication challenge of a server that requires a credential.
  public struct AuthenticationChallenge: Sendable {
    /// The supported authentication challenges of the response, the strongest challenge first.
    public let challenges: [Authentication.Challenge]
    /// The URL of the request that the server has challenged; after redirects the last URL.
    public let url: HTTP.URL
    /// The head of the response that contains the challenge.
    public let response: HTTP.ResponseHead
    /// The number of credentials that the server has rejected in this call.
    public let refusalCount: Int
  }

  /// The reply of a challenge closure to an authentication challenge.
  public enum AuthenticationReply: Sendable {
    /// The session sends the request again with the given credential.
    case useCredential(Authentication.Credential)
    /// The session returns the unchanged response, which has the status 401.
    case performDefaultHandling
    /// The session skips the strongest challenge, and calls the closure with the next challenge.
    case rejectProtectionSpace
    /// The session cancels the call.
    case cancel
    /// The call fails with the given error.
    case fail(any Error)
  }
}
