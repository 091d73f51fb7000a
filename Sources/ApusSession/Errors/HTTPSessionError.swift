internal import ApusBytes
internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

/// The error of a call, with the request and the received part of the response.
///
///     do {
///       try await session.send(request)
///     } catch let error as HTTPSessionError where error.code == .status(404) {
///       print(error)
///     }
///
/// A call that failed because its own task was cancelled throws `CancellationError` instead.
public struct HTTPSessionError: Error, Sendable {
  private let box: Box

  /// The heap storage of the error's facts, which makes the passing of an error cheap.
  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private struct Parts: Sendable {
    var reason: Reason
    var request: HTTP.Request?
    var response: HTTP.Response?
    var underlying: (any Error)?
    var redirects: [HTTP.Redirect] = []
    var resumeToken: HTTPSession.ResumeToken?
    var attempts = 0
    var timeout: Timeout?
    var received: Received?
    var hint: Hint?
    var subject: String?
  }

  /// Creates an error with an error code, as a stub or a test network throws it.
  ///
  ///     let fake = HTTPSession.stub { _ in throw HTTPSessionError(.timedOut) }
  ///
  /// If the error contains no request, a call that fails with the error adds its own request.
  /// Inside the package, an error contains a reason that is more detailed than the error code.
  ///
  /// - Parameters:
  ///   - code: The kind of the failure.
  ///   - request: The request that failed, or `nil` for the request of the call.
  ///   - response: The received part of the response, or `nil` if no response was received.
  ///   - underlying: The error that caused the failure, or `nil` if there is no such error.
  // The initializer is disfavored so that `HTTPSessionError(.x)` means a reason inside the package.
  @_disfavoredOverload
  public init(
    _ code: Code, request: HTTP.Request? = nil, response: HTTP.Response? = nil,
    underlying: (any Error)? = nil
  ) {
    var parts = Parts(
      reason: Reason(code), request: request, response: response, underlying: underlying)
    // An error that a program has created contains no expired time limit of a session.
    if code == .timedOut { parts.timeout = Timeout(.firstByte, nil, by: .firstByte) }
    self.init(parts)
  }

  /// Creates an error from its reason, request, response and other facts.
  package init(
    _ reason: Reason, request: HTTP.Request? = nil, response: HTTP.Response? = nil,
    underlying: (any Error)? = nil, redirects: [HTTP.Redirect] = []
  ) {
    box = Box(
      Parts(
        reason: reason, request: request, response: response, underlying: underlying,
        redirects: redirects))
  }

  private init(_ parts: Parts) { box = Box(parts) }

  /// The reason for the failure, with details from the layer that failed, such as TLS.
  package var reason: Reason { box.parts.reason }

  /// The request that failed, with its whole URL as target.
  public var request: HTTP.Request? { box.parts.request }

  /// The response with the content received so far, or `nil` if no response head was received.
  public var response: HTTP.Response? { box.parts.response }

  /// The redirects that the call followed before the failure, the first redirect first.
  public var redirects: [HTTP.Redirect] {
    box.parts.redirects.isEmpty ? response?.redirects ?? [] : box.parts.redirects
  }

  /// The token that resumes a failed download later, or `nil` if the partial file was not kept.
  public var resumeToken: HTTPSession.ResumeToken? { box.parts.resumeToken }

  /// The number of requests that the call sent.
  ///
  /// Redirects, replies to challenges and retries count as requests. The number of attempts is 0 if
  /// the call sent no request.
  public var attempts: Int { box.parts.attempts }

  /// The time limit that expired, or `nil` for other failures.
  public var timeout: Timeout? {
    box.parts.timeout ?? reason.expiredPhase.map { Timeout($0, nil, by: .within) }
  }

  /// The number of content bytes that were received before the response ended early.
  ///
  /// The value is `nil` for other failures.
  public var received: Received? { box.parts.received }

  /// The error that caused the failure, or `nil` if there is no such error.
  ///
  /// The underlying error may be the error of the request body or of a closure of the program. The
  /// underlying error may also contain all faults that a serializer found, or be the typed error of
  /// a lower layer, such as `HTTP.InvalidURL`.
  public var underlying: (any Error)? { box.parts.underlying ?? reason.cause }

  /// The error of a closure or a serializer, which the reason of the failure does not contain.
  var given: (any Error)? { box.parts.underlying }

  /// The remedy that the failing code has proposed.
  var stated: Hint? { box.parts.hint }

  /// The cause of an error without a request, such as an invalid base URL.
  var subject: String? { box.parts.subject }
}

// MARK: Facts that are known after the failure

extension HTTPSessionError {
  /// The error that the session throws to its caller.
  ///
  /// A call that failed because its own task was cancelled throws `CancellationError`, like other
  /// cancelled tasks.
  var thrown: any Error {
    if reason == .cancelled, Task.isCancelled { return CancellationError() }
    return self
  }

  /// Returns the error with the redirects that led to the failed request.
  func after(_ redirects: [HTTP.Redirect]) -> HTTPSessionError {
    guard !redirects.isEmpty else { return self }
    return with { $0.redirects = redirects }
  }

  /// Returns the error with the number of requests of its call, and with the expired time limit.
  func of(attempts: Int, _ deadlines: Deadlines) -> HTTPSessionError {
    guard box.parts.attempts == 0 else { return self }
    return with {
      $0.attempts = attempts
      $0.timeout = $0.timeout ?? $0.reason.expiredPhase.map { deadlines.expired($0) }
    }
  }

  /// Returns the error with the number of received content bytes, if the failure ended the content
  /// early.
  func after(_ received: Received) -> HTTPSessionError {
    guard reason.breaksOff else { return self }
    return with { $0.received = received }
  }

  /// Returns the error with a remedy, or the unchanged error if the remedy is `nil`.
  func hinted(_ hint: Hint?) -> HTTPSessionError {
    guard let hint else { return self }
    return with { $0.hint = hint }
  }

  /// Returns the error with another reason.
  func becoming(_ reason: Reason) -> HTTPSessionError {
    reason == self.reason ? self : with { $0.reason = reason }
  }

  /// Returns the error with its subject, such as a base URL whose secrets the caller has removed.
  func about(_ subject: String) -> HTTPSessionError { with { $0.subject = subject } }

  /// Returns the error with the request of its call, unless the error already contains a request.
  func about(_ request: HTTP.Request) -> HTTPSessionError {
    guard self.request == nil else { return self }
    return with { $0.request = request }
  }

  /// Creates the same error with the resume token of a kept partial file.
  init(_ error: HTTPSessionError, keeping token: HTTPSession.ResumeToken) {
    self = error.with { $0.resumeToken = token }
  }

  private func with(_ change: (inout Parts) -> Void) -> HTTPSessionError {
    var parts = box.parts
    change(&parts)
    return HTTPSessionError(parts)
  }
}

extension HTTPSessionError.Reason {
  /// The phase whose time limit expired, including the phases of a connection through a proxy.
  fileprivate var expiredPhase: HTTPSession.Phase? {
    switch self {
    case .timedOut(let phase): phase
    case .proxy(let fault):
      switch fault.cause {
      case .connection(.timedOut(let phase)), .exchange(.timedOut(let phase)): phase
      default: nil
      }
    default: nil
    }
  }

  /// A Boolean value that indicates whether the failure ends the response content early.
  fileprivate var breaksOff: Bool {
    switch self {
    case .response(.truncated(.body, _)), .timedOut: true
    default: code == .connectionLost
    }
  }
}
