public import ApusAuthentication
internal import ApusBytes
internal import ApusConnections
public import ApusHTTP
internal import ApusNet
internal import Synchronization

extension HTTPSession {
  /// Names and passwords by server, and what servers have said of where they are asked for.
  ///
  ///     try $0.authentication.credentials.set(
  ///       .password(Authentication.Secret(password), user: "ada"), for: "https://api.example.com")
  ///
  /// They are kept in memory alone. Below a path that a credential has opened it is sent before the
  /// server asks. Several sessions may be given the same ones; all of it may be used from any
  /// thread.
  public final class Credentials: Sendable {
    private let store = Lock(Authentication.CredentialStore())
    private let wasSet = Atomic<Bool>(false)
    /// Whether any space is known, so that most requests need not take the lock.
    private let knowsSpaces = Atomic<Bool>(false)

    private let changes = Atomic<Int>(0)

    /// Makes a store of nothing.
    public init() {}

    /// Sets the credential for a server, or removes it with nil.
    ///
    /// The server is named by a URL, of which the scheme, the host and the port count. The
    /// credential is for every realm and scheme unless one is named.
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

    /// Removes all credentials, and what is known of servers.
    public func removeAll() {
      withStore { $0 = Authentication.CredentialStore() }
      changes.add(1, ordering: .releasing)
    }

    /// The number of changes that the program has made.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    /// Whether a server may be answered before it asks.
    func mayGoAhead(to origin: HTTP.Origin) -> Bool {
      withStore { $0.knowsSpaces(of: Authentication.Server(.origin, at: origin)) }
    }

    /// Whether any server may be.
    var mayGoAhead: Bool { knowsSpaces.load(ordering: .acquiring) }

    /// Whether a credential was ever set.
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

  /// How a session shows servers who it is that asks.
  public struct AuthenticationSettings: Sendable {
    /// What servers are answered with, by themselves.
    public var credentials = Credentials()
    /// Whether Basic and Bearer may send secrets over `http`, where anyone on the way reads them.
    public var allowsSecretsInClear = false
    /// Asks the program about a challenge that no credential answers.
    ///
    /// The call waits for it, as long as it may take, and no longer once it is cancelled.
    public var onChallenge:
      (@Sendable (AuthenticationChallenge) async throws -> AuthenticationReply)?

    /// Makes settings that answer no challenge.
    public init() {}

    /// Whether any challenge can be answered.
    var isOn: Bool { onChallenge != nil || credentials.mayHaveSome }
  }

  /// What a server asks for before it answers a request.
  public struct AuthenticationChallenge: Sendable {
    /// The challenges that can be answered, the strongest first.
    public let challenges: [Authentication.Challenge]
    /// The URL that was asked: after redirects the last one.
    public let url: HTTP.URL
    /// The response that asks.
    public let response: HTTP.ResponseHead
    /// How many credentials the server has refused in this call.
    public let refusalCount: Int
  }

  /// The answers that a handler of challenges can give.
  public enum AuthenticationReply: Sendable {
    /// The request is sent again with a credential.
    case useCredential(Authentication.Credential)
    /// The response is returned as it is, with its status 401.
    case performDefaultHandling
    /// The strongest challenge is left out, and the next one is asked about.
    case rejectProtectionSpace
    /// The call ends as a cancelled one does.
    case cancel
    /// The call ends with an error.
    case fail(any Error)
  }
}
