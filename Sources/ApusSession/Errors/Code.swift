extension HTTPSessionError {
  /// The kind of a session error, which can be compared with the constants of this type.
  ///
  ///     } catch let error as HTTPSessionError where error.code == .status(404) {
  ///
  /// The properties of the session error contain the details of the failure. For example,
  /// `error.timeout` is the expired time limit, and `error.status` is the status code of the
  /// response.
  public struct Code: Hashable, Sendable {
    package let kind: Kind
    /// The status code of the response, or `nil` if the error code is not `status`.
    public let status: Int?

    private init(_ kind: Kind) { (self.kind, status) = (kind, nil) }

    private init(status: Int) { (kind, self.status) = (.status, status) }

    /// Returns the error code of a response whose status code is not accepted.
    ///
    /// - Parameter code: The three-digit status code of the response.
    public static func status(_ code: Int) -> Code { Code(status: code) }

    /// The stable name of the error code in logs and metrics, such as `timed-out`.
    public var name: String { kind.rawValue }

    /// The kinds of error codes, each with its stable name.
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
  /// The name of the error code, followed by the status code if there is one.
  public var description: String { status.map { "\(name) \($0)" } ?? name }
}

// MARK: Connections and time

extension HTTPSessionError.Code {
  /// A time limit of the session or of the call expired. The property `error.timeout` contains the
  /// time limit.
  public static let timedOut = Self(.timedOut)
  /// The host does not exist, or the host name has no address.
  public static let unknownHost = Self(.unknownHost)
  /// No connection to the server could be established. The property `error.network` contains the
  /// reason.
  public static let cannotConnect = Self(.cannotConnect)
  /// The connection broke before the end of the response.
  ///
  /// The property `error.received` contains the number of received content bytes.
  public static let connectionLost = Self(.connectionLost)
  /// The proxy did not forward the request. The property `error.proxy` contains the reason.
  public static let proxy = Self(.proxy)
  /// The number of requests that wait for a connection has reached its limit.
  public static let queueFull = Self(.queueFull)
  /// The egress rules forbid the connection. The property `error.egress` contains the rule.
  public static let egress = Self(.egress)
  /// The server uses another protocol, such as plain HTTP at a port for TLS.
  public static let otherProtocol = Self(.otherProtocol)
}

// MARK: Calls that the program ends

extension HTTPSessionError.Code {
  /// The task of the call was cancelled.
  public static let cancelled = Self(.cancelled)
  /// The session was shut down.
  public static let shutDown = Self(.shutDown)
  /// The connection was closed while the call was suspended, and the request cannot be replayed.
  public static let suspended = Self(.suspended)
}

// MARK: Trust

extension HTTPSessionError.Code {
  /// The server's certificate, name or key was rejected.
  ///
  /// The property `error.trust` contains the violated rule. The session sent no byte of the request
  /// to the server.
  public static let trust = Self(.trust)
  /// TLS failed. The property `error.tls` contains the reason for the TLS failure.
  public static let tls = Self(.tls)
  /// The root certificates, or the client's certificate or key, could not be read.
  public static let trustSource = Self(.trustSource)
  /// The session pins public keys, but the request would reach a server without TLS.
  public static let clearText = Self(.clearText)
}

// MARK: Responses

extension HTTPSessionError.Code {
  /// The response of the server is malformed.
  public static let invalidResponse = Self(.invalidResponse)
  /// The response content cannot be decompressed, or is too large after decompression.
  public static let invalidContent = Self(.invalidContent)
  /// The media type of the response is not one of the accepted media types.
  public static let mediaType = Self(.mediaType)
  /// The response content cannot be converted to a value of the requested type.
  public static let serialization = Self(.serialization)
  /// The response has no content, but the caller requested a value.
  public static let noContent = Self(.noContent)
  /// The response content is longer than the limit for collected content.
  public static let bodyTooLong = Self(.bodyTooLong)
  /// A line of the response content is longer than the limit.
  public static let lineTooLong = Self(.lineTooLong)
  /// A server-sent event is longer than the limit.
  public static let eventTooLong = Self(.eventTooLong)
  /// The response contains only a part of the content, although the request has no matching range.
  public static let unexpectedPartialContent = Self(.unexpectedPartialContent)
  /// The server did not switch to the requested protocol.
  public static let notSwitched = Self(.notSwitched)
  /// The session did not follow a redirect.
  public static let redirect = Self(.redirect)
  /// The session cannot answer an authentication challenge, or the server's `Authentication-Info`
  /// proof is wrong.
  public static let authentication = Self(.authentication)
  /// The call has sent the maximum number of requests for one call.
  public static let tooManyRequests = Self(.tooManyRequests)
}

// MARK: Requests and settings

extension HTTPSessionError.Code {
  /// The request target or the base URL is not a valid URL.
  public static let invalidURL = Self(.invalidURL)
  /// The request is not valid and cannot be sent as an HTTP message.
  public static let invalidRequest = Self(.invalidRequest)
  /// The query or the content of the request cannot be made from the given values.
  public static let requestContent = Self(.requestContent)
  /// The request body failed. The property `error.underlying` contains the error of the body.
  public static let requestBody = Self(.requestBody)
  /// The request must be sent again, but the request body can be sent only once.
  public static let bodySpent = Self(.bodySpent)
  /// The response body was read after the end of its scope, or by two tasks at once.
  public static let bodyOutOfScope = Self(.bodyOutOfScope)
  /// A setting of the session is invalid.
  public static let invalidSetting = Self(.invalidSetting)
  /// The security policy or a key pin is invalid.
  public static let invalidPolicy = Self(.invalidPolicy)
}

// MARK: Files and closures

extension HTTPSessionError.Code {
  /// A file could not be read or written.
  public static let file = Self(.file)
  /// The file name of a download is not safe in the destination folder.
  public static let fileName = Self(.fileName)
  /// The SHA-256 digest of the saved content differs from the expected digest.
  public static let digest = Self(.digest)
  /// Stored content of the cache could not be read to its end.
  public static let cache = Self(.cache)
  /// An interceptor threw an error. The property `error.underlying` contains the thrown error.
  public static let interceptor = Self(.interceptor)
  /// An interceptor sent a request to an origin other than the origin of the intercepted request.
  public static let interceptorChangedOrigin = Self(.interceptorChangedOrigin)
  /// A closure that decides about a redirect, a challenge or the destination of a download threw an
  /// error.
  public static let hook = Self(.hook)
  /// The stub of a session threw an error. The property `error.underlying` contains the error.
  public static let stub = Self(.stub)
}
