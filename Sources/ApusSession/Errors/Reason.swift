package import ApusAuthentication
internal import ApusBytes
package import ApusCaching
internal import ApusConnections
package import ApusHTTP
package import ApusSerialization
package import ApusTLS

extension HTTPSessionError {
  // The reason for the failure of a call, with the facts of its layer. The public API exposes only
  // the error code. The associated values are boxed, because the task of every call needs memory
  // for a reason.
  package indirect enum Reason: Error, Equatable, Sendable {
    /// The task of the call was cancelled.
    case cancelled
    /// A phase of the call exceeded its timeout.
    case timedOut(HTTPSession.Phase)
    /// The request target is not a valid URL, either alone or relative to the session's base URL.
    case url(HTTP.InvalidURL)
    /// The host does not exist, or the host name has no address.
    case unknownHost(String)
    /// The session's egress rules forbid the connection.
    case egress(EgressRefusal)
    /// A value of the configuration is invalid.
    case setting(HTTPSession.InvalidSetting)
    /// The security policy or a key pin is invalid.
    case policy(TLS.PolicyError)
    /// The root certificates, or the client's own certificate or key, could not be loaded.
    case trustSource(HTTPSession.TrustSourceError)
    /// The session does not trust the server, and sent no byte of the request to the server.
    case trust(TrustFailure)
    /// TLS failed during the handshake, or the TLS connection failed later.
    case tls(TLSFault)
    /// The server does not use the protocol of the request.
    case otherProtocol(OtherProtocol)
    /// The request is not valid and cannot be sent as an HTTP message.
    case request(HTTP.WriteError)
    /// The query or content of the request cannot be made from the given values.
    case requestContent(RequestSerializationError)
    /// The request body failed. The `underlying` error is the error that the body threw.
    case requestBody
    /// The number of requests that wait for a connection exceeds the limit.
    case queueFull(limit: Int)
    /// The session was shut down.
    case shutDown
    /// The connection of a suspended call was closed, and the request must not be sent again.
    case suspended
    /// A connection could not be made, or an existing connection broke.
    case network(NetworkFault)
    /// The proxy did not forward the request to the server.
    case proxy(ProxyFault)
    /// The server closed the connection without sending a response.
    case noResponse
    /// The received bytes are not a valid response, or the response is incomplete.
    case response(HTTP.ParseError)
    /// The session does not accept the status code of the response.
    case status(Int)
    /// The response content cannot be decoded, or is too large after decoding.
    case content(HTTP.InvalidCoding)
    /// The response content is longer than the limit for collected content.
    case bodyTooLong(limit: Int)
    /// A line of the response content is longer than the limit.
    case lineTooLong(limit: Int)
    /// A server-sent event in the response content is longer than the limit.
    case eventTooLong(limit: Int)
    /// The response body was read after the end of its scope, or by two tasks at once.
    case bodyOutOfScope
    /// The session pins public keys, but the request would reach an origin without TLS.
    case clearText(HTTP.Origin)
    /// The session did not follow a redirect.
    case redirect(RedirectFault)
    /// The session cannot answer an authentication challenge, or the server's own proof is wrong.
    case authentication(AuthenticationError)
    /// The request must be sent again, but the request body can be sent only once.
    case bodySpent
    /// The call has sent the maximum number of requests for one call.
    case tooManyRequests(limit: Int)
    /// An interceptor threw an error, which is the `underlying` error.
    case interceptor
    /// An interceptor sent a request to an origin other than the origin of the intercepted request.
    case interceptorChangedOrigin(HTTP.Origin)
    /// A closure of the program threw the `underlying` error. The closure configures a session, or
    /// decides about a redirect, a challenge or the destination of a download.
    case hook
    /// Stored content of the cache cannot be read to its end.
    case cache(Caching.StoreError)
    /// The server did not switch to the requested protocol.
    case notSwitched(Int)
    /// The media type of the response is not accepted.
    case mediaType(String)
    /// The response has no content, but the caller requested a value.
    case noContent
    /// The response content could not be converted to the requested value.
    case serialization(ResponseSerializationError.Cause)
    /// The stub of a session threw an error, which is the `underlying` error.
    case stub
    /// The response contains only a part of the content, although the request has no matching
    /// `Range` field.
    case unexpectedPartialContent
    /// The digest of the saved content differs from the expected digest.
    case digest(DigestFault)
    /// A file could not be read or written.
    case file(NetworkFault)
    /// The file name of the download is not safe in the destination folder.
    case fileName(HTTP.FileName.Refusal)
    /// The program's own code, such as a stub, threw an error with the given error code.
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
  /// Returns a text for a number of bytes, in MiB if the number is a whole number of MiB.
  private static func size(_ count: Int) -> String {
    let isWhole = count >= 1 << 20 && count.isMultiple(of: 1 << 20)
    return isWhole ? "\(count >> 20) MiB" : "\(count) bytes"
  }
}
