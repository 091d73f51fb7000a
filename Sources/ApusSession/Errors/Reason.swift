package import ApusAuthentication
internal import ApusBytes
package import ApusCaching
internal import ApusConnections
package import ApusHTTP
package import ApusSerialization
package import ApusTLS

extension HTTPSessionError {
  // The failure of a call, with the facts of the layer in which it happened; callers see its code.
  // Payloads are boxed: every call that can fail has room for a reason in its task's memory.
  package indirect enum Reason: Error, Equatable, Sendable {
    /// The task was cancelled.
    case cancelled
    /// A phase took longer than it may.
    case timedOut(HTTPSession.Phase)
    /// The target is not a URL, alone or relative to the session's base.
    case url(HTTP.InvalidURL)
    /// There is no such host, or it has no address.
    case unknownHost(String)
    /// The session's egress rules forbid the connection.
    case egress(EgressRefusal)
    /// A configuration value is invalid.
    case setting(HTTPSession.InvalidSetting)
    /// The security policy or a pin is invalid.
    case policy(TLS.PolicyError)
    /// The roots, or the client's own certificate or key, could not be loaded.
    case trustSource(HTTPSession.TrustSourceError)
    /// The server is not trusted; no byte of the request was sent to it.
    case trust(TrustFailure)
    /// The connection could not be protected, or is no longer.
    case tls(TLSFault)
    /// The server uses another protocol than the request.
    case otherProtocol(OtherProtocol)
    /// The request cannot be written in its form.
    case request(HTTP.WriteError)
    /// The query or content of the request cannot be made from the given values.
    case requestContent(RequestSerializationError)
    /// The request's own body failed; `underlying` is the thrown error.
    case requestBody
    /// More requests wait for a connection than may.
    case queueFull(limit: Int)
    /// The session was shut down.
    case shutDown
    /// The call was suspended for so long that its connection was closed, and its request may not
    /// be sent again.
    case suspended
    /// No connection could be made or kept.
    case network(NetworkFault)
    /// The proxy did not take the request to its server.
    case proxy(ProxyFault)
    /// The server closed the connection without a response.
    case noResponse
    /// The received bytes are not a response, or not a complete one.
    case response(HTTP.ParseError)
    /// The response has a status that is not accepted.
    case status(Int)
    /// The content cannot be decoded, or unfolds too far.
    case content(HTTP.InvalidCoding)
    /// The content is longer than is collected.
    case bodyTooLong(limit: Int)
    /// A line of the content is longer than the limit.
    case lineTooLong(limit: Int)
    /// An event of the content is longer than the limit.
    case eventTooLong(limit: Int)
    /// A body was read after its scope had ended, or by two tasks at once.
    case bodyOutOfScope
    /// The session pins, and the request would go in clear text to an origin.
    case clearText(HTTP.Origin)
    /// A redirect was not followed.
    case redirect(RedirectFault)
    /// A challenge could not be met, or the server's own proof is wrong.
    case authentication(AuthenticationError)
    /// The request's body can be sent once, and it would have to be sent again.
    case bodySpent
    /// The call has sent as many requests as one may.
    case tooManyRequests(limit: Int)
    /// An interceptor threw; `underlying` is the error.
    case interceptor
    /// An interceptor has sent a request to another origin than the one it was made for.
    case interceptorChangedOrigin(HTTP.Origin)
    /// A closure of the program threw `underlying`: one that configures a session, or decides about
    /// a redirect, a challenge or the place of a download.
    case hook
    /// Content that the cache had kept cannot be read to its end.
    case cache(Caching.StoreError)
    /// The server did not agree to change the protocol.
    case notSwitched(Int)
    /// The response's media type is not the accepted one.
    case mediaType(String)
    /// The response has no content, although a value was requested.
    case noContent
    /// The content could not be converted to the requested value.
    case serialization(ResponseSerializationError.Cause)
    /// The stub of a session threw; `underlying` is the error.
    case stub
    /// The response is a part that was not requested, or not the requested part.
    case unexpectedPartialContent
    /// The content that was saved has not the digest that it must have.
    case digest(DigestFault)
    /// A file could not be read or written.
    case file(NetworkFault)
    /// The name that a download would have in its folder is not safe there.
    case fileName(HTTP.FileName.Refusal)
    /// A program, such as a stub, made an error of that code.
    case stated(HTTPSessionError.Code)
  }
}

extension HTTPSessionError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .url(let error): error.description
    case .requestContent(let error): error.description
    case .status(let code): "the server responded with status \(code)"
    case .content(.tooDense(let decoded, let received, let ratio)):
      "\(HTTP.InvalidCoding.tooDense(decoded: decoded, received: received, ratio: ratio)); "
        + "limits.decoding.ratio sets the limit"
    case .content(.unavailable(let coding)):
      "\(HTTP.InvalidCoding.unavailable(coding)); with decodesContent = false the "
        + "session leaves the content encoded"
    case .content(let error): error.description
    case .bodyTooLong(let limit): "the content is longer than the limit of \(Self.size(limit))"
    case .lineTooLong(let limit): "a line of the content is longer than the limit of \(limit) bytes"
    case .eventTooLong(let limit): "a server-sent event is longer than the limit of \(limit) bytes"
    case .bodyOutOfScope:
      "a response body can only be read inside the closure that received the body, and by "
        + "one task at a time"
    case .redirect(let fault): fault.description
    case .authentication(let error): error.description
    case .bodySpent: "the request must be sent again, but the request's body can only be sent once"
    case .tooManyRequests(let limit):
      "the call has reached the limit of \(limit) requests for redirects, challenges and retries"
    case .interceptor: "an interceptor of the session failed"
    case .interceptorChangedOrigin(let origin):
      "an interceptor changed the origin of the request to \(origin), which only an "
        + "interceptor in callInterceptors may do"
    case .hook: "a closure of the program that the session called failed"
    case .cache(let error):
      "the stored content could not be read completely from the cache: \(error)"
    case .notSwitched(let code):
      "the server responded with status \(code) instead of switching to the requested "
        + "protocol"
    case .mediaType(let type):
      "the media type of the response is "
        + (type.isEmpty ? "missing" : ForeignText.escaped(type.utf8))
    case .noContent: "the response has no content to decode as the requested value"
    case .serialization(let cause): cause.description
    case .stub: "the stub of the session threw an error"
    case .unexpectedPartialContent:
      "the server responded with status 206 and a part of the content that was not requested"
    case .digest(let fault): fault.description
    case .fileName(let refusal): refusal.description
    case .stated(let code): "the call failed: \(code)"
    case .cancelled, .timedOut, .unknownHost, .egress, .setting, .policy, .trustSource, .trust,
      .tls, .otherProtocol, .clearText, .request, .requestBody, .queueFull, .shutDown,
      .suspended, .network, .proxy, .noResponse, .response, .file:
      connectionError?.description ?? ""
    }
  }
  /// Returns a number of bytes, in MiB if it is whole.
  private static func size(_ count: Int) -> String {
    let isWhole = count >= 1 << 20 && count.isMultiple(of: 1 << 20)
    return isWhole ? "\(count >> 20) MiB" : "\(count) bytes"
  }
}
