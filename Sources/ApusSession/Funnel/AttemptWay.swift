internal import ApusAuthentication
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The part of an attempt that follows the request interceptors.
final class AttemptWay: InterceptorsEnd {
  private let hop: Hop
  private let session: HTTPSession
  /// The request that was sent last, and the outcome of its failure.
  private var last: PreparedRequest
  private var outcome: AttemptOutcome?
  /// The cache's facts about the last response, or `nil` if the response is from the server.
  private var storage: OpenResponse.Storage?

  init(_ hop: Hop, _ session: HTTPSession) {
    self.hop = hop
    self.session = session
    last = hop.prepared
  }

  /// Runs the request interceptors, and returns the response that the first interceptor returns.
  func answer() async throws(HTTPSessionError) -> OpenResponse {
    do {
      let request = HTTPSession.InterceptedRequest(
        hop.prepared, isWhole: true, sent: hop.call.attempt, after: hop.redirects, session,
        hop.call)
      let next = HTTPSession.Interceptor.Next(
        through: session.configuration.interceptors, to: self)
      let answer = try await next(request)
      return OpenResponse(unchanged: answer.received, to: last)
        ?? OpenResponse(answer, to: last, storage)
    } catch {
      throw session.intercepted(error, hop.prepared)
    }
  }

  /// Returns the outcome of the last sent request if an error is the failure of this request;
  /// otherwise, returns `nil`.
  func outcome(of error: HTTPSessionError) -> AttemptOutcome? {
    outcome.flatMap { session.told($0.failure) == error.reason ? $0 : nil }
  }

  func send(
    _ request: HTTPSession.InterceptedRequest
  ) async throws -> HTTPSession.InterceptedAnswer {
    var hop = hop
    if let changed = request.changed {
      hop.prepared = try PreparedRequest(hop.prepared, changed: session.written(changed))
    }
    if !request.signers.isEmpty {
      hop.prepared = PreparedRequest(hop.prepared, signedBy: request.signers)
    }
    last = hop.prepared
    do throws(HopFailure) {
      let answer = try await session.answer(hop)
      (last, outcome, storage) = (answer.prepared, nil, answer.storage)
      return HTTPSession.InterceptedAnswer(answer.received)
    } catch {
      (outcome, storage) = (error.outcome, nil)
      throw error.error
    }
  }
}
