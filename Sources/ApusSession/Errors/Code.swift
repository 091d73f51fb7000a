extension HTTPSessionError {
  /// The kind of a failure, as a value to compare with.
  ///
  ///     } catch let error as HTTPSessionError where error.code == .status(404) {
  ///
  /// The properties of the error have the details: `error.timeout` the expired limit, and
  /// `error.status` the status for any code of that group.
  public struct Code: Hashable, Sendable {
    package let kind: Kind
    /// The number of the code `status`; nil for any other code.
    public let status: Int?

    private init(_ kind: Kind) { (self.kind, status) = (kind, nil) }

    private init(status: Int) { (kind, self.status) = (.status, status) }

    /// Returns the code of a response whose status is not accepted.
    ///
    /// - Parameter code: The three digits of the status.
    public static func status(_ code: Int) -> Code { Code(status: code) }

    /// The stable word for the code in logs and measurements, such as `timed-out`.
    public var name: String { kind.rawValue }

    /// The kinds of codes, each with its name.
    package enum Kind: String, CaseIterable, Sendable {
      case cancelled, suspended, status, redirect, authentication, digest, serialization
      case trust, tls, file, cache, proxy, egress, interceptor, hook, stub
      case timedOut = "timed-out"
      case unknownHost = "unknown-host"
      case cannotConnect = "cannot-connect"
      case connectionLost = "connection-lost"
      case queueFull = "queue-full"
      case shutDown = "shut-down"
      case otherProtocol = "other-protocol"
      case trustSource = "trust-source"
      case clearText = "clear-text"
      case invalidPolicy = "invalid-policy"
      case invalidSetting = "invalid-setting"
      case invalidURL = "invalid-url"
      case invalidRequest = "invalid-request"
      case invalidResponse = "invalid-response"
      case invalidContent = "invalid-content"
      case requestContent = "request-content"
      case requestBody = "request-body"
      case bodySpent = "body-spent"
      case bodyTooLong = "body-too-long"
      case lineTooLong = "line-too-long"
      case eventTooLong = "event-too-long"
      case bodyOutOfScope = "body-out-of-scope"
      case mediaType = "media-type"
      case noContent = "no-content"
      case notSwitched = "not-switched"
      case unexpectedPartialContent = "unexpected-partial-content"
      case tooManyRequests = "too-many-requests"
      case interceptorChangedOrigin = "interceptor-changed-origin"
      case fileName = "file-name"
    }
  }
}

extension HTTPSessionError.Code: CustomStringConvertible {
  /// The name, with the number of a status.
  public var description: String { status.map { "\(name) \($0)" } ?? name }
}

// MARK: Connections and time

extension HTTPSessionError.Code {
  /// A time limit expired; `error.timeout` has it.
  public static let timedOut = Self(.timedOut)
  /// The host does not exist, or has no address.
  public static let unknownHost = Self(.unknownHost)
  /// No connection could be made; `error.network` has the reason.
  public static let cannotConnect = Self(.cannotConnect)
  /// The connection broke before the end of the response; `error.received` counts its bytes.
  public static let connectionLost = Self(.connectionLost)
  /// The proxy did not forward the request; `error.proxy` has the reason.
  public static let proxy = Self(.proxy)
  /// The limit of requests that wait for a connection is reached.
  public static let queueFull = Self(.queueFull)
  /// The egress rules forbid the connection; `error.egress` has the rule.
  public static let egress = Self(.egress)
  /// The server speaks another protocol, such as plain HTTP at a port for TLS.
  public static let otherProtocol = Self(.otherProtocol)
}

// MARK: Ends by the program

extension HTTPSessionError.Code {
  /// The task was cancelled.
  public static let cancelled = Self(.cancelled)
  /// The session was shut down.
  public static let shutDown = Self(.shutDown)
  /// The call was suspended until its connection was closed, and the request cannot be replayed.
  public static let suspended = Self(.suspended)
}

// MARK: Trust

extension HTTPSessionError.Code {
  /// The server's certificate, name or key was rejected; `error.trust` has the rule.
  ///
  /// No byte of the request was sent to the server.
  public static let trust = Self(.trust)
  /// TLS failed; `error.tls` has the reason.
  public static let tls = Self(.tls)
  /// The roots, or the client's certificate or key, could not be read.
  public static let trustSource = Self(.trustSource)
  /// The session pins keys, and the request would go to a server in clear text.
  public static let clearText = Self(.clearText)
}

// MARK: Responses

extension HTTPSessionError.Code {
  /// The response is malformed.
  public static let invalidResponse = Self(.invalidResponse)
  /// The content cannot be decompressed, or is too large once it is.
  public static let invalidContent = Self(.invalidContent)
  /// The response has another media type than the accepted ones.
  public static let mediaType = Self(.mediaType)
  /// The content is not a value of the requested type.
  public static let serialization = Self(.serialization)
  /// The response has no content, and a value was requested.
  public static let noContent = Self(.noContent)
  /// The content is longer than the limit for collected content.
  public static let bodyTooLong = Self(.bodyTooLong)
  /// A line of the content is longer than the limit.
  public static let lineTooLong = Self(.lineTooLong)
  /// A server-sent event is longer than the limit.
  public static let eventTooLong = Self(.eventTooLong)
  /// The response is a part of the content that was not requested.
  public static let unexpectedPartialContent = Self(.unexpectedPartialContent)
  /// The server did not change the protocol.
  public static let notSwitched = Self(.notSwitched)
  /// A redirect was not followed.
  public static let redirect = Self(.redirect)
  /// A challenge could not be met, or the server's own proof is wrong.
  public static let authentication = Self(.authentication)
  /// The call has sent as many requests as one call may.
  public static let tooManyRequests = Self(.tooManyRequests)
}

// MARK: Requests and settings

extension HTTPSessionError.Code {
  /// The target or the base is not a valid URL.
  public static let invalidURL = Self(.invalidURL)
  /// The request cannot be written.
  public static let invalidRequest = Self(.invalidRequest)
  /// The query or the content cannot be made of the given values.
  public static let requestContent = Self(.requestContent)
  /// The request's body failed; `error.underlying` is its error.
  public static let requestBody = Self(.requestBody)
  /// The request's body can be sent once, and would have to be sent again.
  public static let bodySpent = Self(.bodySpent)
  /// A body was read after its scope had ended, or by two tasks at once.
  public static let bodyOutOfScope = Self(.bodyOutOfScope)
  /// A setting is invalid.
  public static let invalidSetting = Self(.invalidSetting)
  /// The security policy or a pin is invalid.
  public static let invalidPolicy = Self(.invalidPolicy)
}

// MARK: Files and closures

extension HTTPSessionError.Code {
  /// A file could not be read or written.
  public static let file = Self(.file)
  /// The name of a download is not safe in its folder.
  public static let fileName = Self(.fileName)
  /// The saved content has another SHA-256 than the expected one.
  public static let digest = Self(.digest)
  /// Stored content could not be read to its end.
  public static let cache = Self(.cache)
  /// An interceptor threw; `error.underlying` is its error.
  public static let interceptor = Self(.interceptor)
  /// An interceptor sent a request to another origin.
  public static let interceptorChangedOrigin = Self(.interceptorChangedOrigin)
  /// A closure that decides about a redirect, a challenge or a download's place threw.
  public static let hook = Self(.hook)
  /// The stub of a session threw; `error.underlying` is its error.
  public static let stub = Self(.stub)
}
