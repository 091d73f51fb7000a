internal import ApusAuthentication
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The part of a call that follows the call interceptors.
final class CallWay: InterceptorsEnd {
  let prepared: PreparedRequest
  /// A Boolean value that indicates whether the proxy and the pool key of the request are already
  /// determined.
  private let isRouted: Bool
  private let call: CallContext
  private let session: HTTPSession
  private let sent: ((TransferProgress) -> Void)?
  /// The request of the last response, and the reason that the session did not answer its
  /// challenge.
  private(set) var last: PreparedRequest
  private(set) var refusal: AuthenticationError?

  init(
    _ prepared: PreparedRequest, isRouted: Bool, _ call: CallContext, _ session: HTTPSession,
    _ sent: ((TransferProgress) -> Void)?
  ) {
    self.prepared = prepared
    self.isRouted = isRouted
    self.call = call
    self.session = session
    self.sent = sent
    last = prepared
  }

  func send(
    _ request: HTTPSession.InterceptedRequest
  ) async throws -> HTTPSession.InterceptedAnswer {
    var request = request
    if !request.signers.isEmpty {
      for signer in request.signers { try await signer.sign(&request) }
      call.noteSigned()
    }
    let prepared = if let ready = ready(request) { ready } else { try await routed(request) }
    let answer = try await session.travel(prepared, call, sent)
    (last, refusal) = (answer.prepared, answer.refusal)
    return HTTPSession.InterceptedAnswer(answer.received)
  }

  /// Returns the prepared request if no interceptor has changed the request and its pool key is
  /// still valid.
  private func ready(_ request: HTTPSession.InterceptedRequest) -> PreparedRequest? {
    guard isRouted, request.isUnchanged,
      session.defaults.needs(prepared.key, to: prepared.url.origin)
    else { return nil }
    return prepared
  }

  private func routed(
    _ request: HTTPSession.InterceptedRequest
  ) async throws(HTTPSessionError) -> PreparedRequest {
    let changed = try request.changed.map { (changed) throws(HTTPSessionError) in
      try session.written(changed)
    }
    return try await PreparedRequest(
      changed ?? self.prepared.request, session.defaults, in: call)
  }
}
