internal import ApusBytes
internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

/// The error of a call, with the request, and the response as far as it came.
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

  /// The parts are boxed, so that passing an error is cheap.
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

  /// Creates an error of a code, as a stub or a test network throws it.
  ///
  ///     let fake = HTTPSession.stub { _ in throw HTTPSessionError(.timedOut) }
  ///
  /// A call that fails with an error without a request adds its own. Within the package the reason
  /// has more detail than its code.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - request: The request that failed; nil for that of the call.
  ///   - response: The response as far as it was received; nil if there is none.
  ///   - underlying: The error that caused the failure; nil if there is none.
  // It is disfavored, so that a reason of the package remains the usual argument.
  @_disfavoredOverload
  public init(
    _ code: Code, request: HTTP.Request? = nil, response: HTTP.Response? = nil,
    underlying: (any Error)? = nil
  ) {
    var parts = Parts(
      reason: Reason(code), request: request, response: response, underlying: underlying)
    // No timeout of a session has expired.
    if code == .timedOut { parts.timeout = Timeout(.firstByte, nil, by: .firstByte) }
    self.init(parts)
  }

  /// Creates an error of those parts.
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

  /// The failure, with the facts of its layer.
  package var reason: Reason { box.parts.reason }

  /// The request, with its whole URL as target.
  public var request: HTTP.Request? { box.parts.request }

  /// The response if its head came, with the content received so far.
  public var response: HTTP.Response? { box.parts.response }

  /// The redirects that were followed before, the first one first.
  public var redirects: [HTTP.Redirect] {
    box.parts.redirects.isEmpty ? response?.redirects ?? [] : box.parts.redirects
  }

  /// The token with which a failed download continues later, if its part was kept.
  public var resumeToken: HTTPSession.ResumeToken? { box.parts.resumeToken }

  /// The number of requests that the call sent.
  ///
  /// Redirects, challenges and retries count. It is 0 if the call sent no request.
  public var attempts: Int { box.parts.attempts }

  /// The time limit that expired; nil for other failures.
  public var timeout: Timeout? {
    box.parts.timeout ?? reason.expiredPhase.map { Timeout($0, nil, by: .within) }
  }

  /// The number of content bytes that came before the response broke off; nil for other failures.
  public var received: Received? { box.parts.received }

  /// The underlying error, if there is one.
  ///
  /// It is the error of the request's own body or of a closure of the program, all faults that a
  /// serializer found, or the typed error of a lower layer, such as `HTTP.InvalidURL`.
  public var underlying: (any Error)? { box.parts.underlying ?? reason.cause }

  /// The error that a closure or a serializer gave, which no reason has.
  var given: (any Error)? { box.parts.underlying }

  /// The remedy that the place of the failure stated.
  var stated: Hint? { box.parts.hint }

  /// The subject of an error without a request, such as a base.
  var subject: String? { box.parts.subject }
}

// MARK: Facts that are known later

extension HTTPSessionError {
  /// The error that the session throws to its caller.
  ///
  /// A call that failed because its own task was cancelled throws `CancellationError`, as other
  /// cancelled work does.
  var thrown: any Error {
    if reason == .cancelled, Task.isCancelled { return CancellationError() }
    return self
  }

  /// Returns the error with the redirects that led to it.
  func after(_ redirects: [HTTP.Redirect]) -> HTTPSessionError {
    guard !redirects.isEmpty else { return self }
    return with { $0.redirects = redirects }
  }

  /// Returns the error with the number of requests of its call, and with the expired limit.
  func of(attempts: Int, _ deadlines: Deadlines) -> HTTPSessionError {
    guard box.parts.attempts == 0 else { return self }
    return with {
      $0.attempts = attempts
      $0.timeout = $0.timeout ?? $0.reason.expiredPhase.map { deadlines.expired($0) }
    }
  }

  /// Returns the error with the number of content bytes that came, if it broke the content off.
  func after(_ received: Received) -> HTTPSessionError {
    guard reason.breaksOff else { return self }
    return with { $0.received = received }
  }

  /// Returns the error with a remedy, if there is one.
  func hinted(_ hint: Hint?) -> HTTPSessionError {
    guard let hint else { return self }
    return with { $0.hint = hint }
  }

  /// Returns the error with its subject, such as a base; the caller has removed secrets.
  func about(_ subject: String) -> HTTPSessionError { with { $0.subject = subject } }

  /// Returns the error with the request of its call, unless it has one.
  func about(_ request: HTTP.Request) -> HTTPSessionError {
    guard self.request == nil else { return self }
    return with { $0.request = request }
  }

  /// Creates the same error with the token of the kept part.
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
  /// The phase that was too long, on the way through a proxy too.
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

  /// A Boolean value that indicates whether content breaks off with the failure.
  fileprivate var breaksOff: Bool {
    switch self {
    case .response(.truncated(.body, _)), .timedOut: true
    default: code == .connectionLost
    }
  }
}
