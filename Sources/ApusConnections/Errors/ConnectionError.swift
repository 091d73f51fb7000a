internal import ApusBytes
public import ApusHTTP
internal import ApusNet
public import ApusTLS

/// The reason that an exchange of a request and a response with a server failed.
package typealias ConnectionError = Connections.ConnectionError

extension Connections {
  // The associated values of the error are boxed, because each throwing call reserves memory for an
  // error in its task.
  /// The reason that an exchange of a request and a response with a server failed.
  public indirect enum ConnectionError: Error, Equatable, Sendable {
    /// The task of the request was cancelled.
    case cancelled
    /// A phase of the request took longer than its timeout.
    case timedOut(Phase)
    /// The host name does not exist, or the host has no address.
    case unknownHost(String)
    /// The session's egress rules forbid a connection to the server.
    case egress(EgressRefusal)
    /// A setting of the session's configuration is invalid.
    case setting(InvalidSetting)
    /// The security policy of the session or a key pin is invalid.
    case policy(TLS.PolicyError)
    /// The root certificates, the client's certificate or the client's key could not be read.
    case trustSource(TrustSourceError)
    /// The server's certificate was rejected before any part of the request was sent.
    case trust(TrustFailure)
    /// The TLS handshake or the TLS connection failed.
    case tls(TLSFault)
    /// The server does not speak the requested protocol.
    case otherProtocol(OtherProtocol)
    /// A request would be sent in clear text although the session's settings pin keys.
    case clearText(HTTP.Origin)
    /// The request cannot be written, for example because a header field is invalid.
    case request(HTTP.WriteError)
    /// The request's body threw an error while the connection was sending the body.
    case requestBody
    /// A part of the request's body was not serialized before the request was sent.
    case unwrittenBody
    /// The queue of requests that wait for a connection is full.
    case queueFull(limit: Int)
    /// The session was shut down.
    case shutDown
    /// The connection of a suspended call was closed, and the request cannot be replayed.
    case suspended
    /// The connection to the server could not be established, or was lost.
    case network(NetworkFault)
    /// The proxy did not forward the request to the server.
    case proxy(ProxyFault)
    /// The server closed the connection without a response.
    case noResponse
    /// The server's response is malformed or incomplete.
    case response(HTTP.ParseError)
    /// A file of the request's body could not be read.
    case file(NetworkFault)
  }
}

extension Connections.ConnectionError {
  /// A stable word for the error, which is suitable for logs and metrics.
  public var code: String {
    switch self {
    case .cancelled: "cancelled"
    case .timedOut(let phase): "timed-out-\(phase.rawValue)"
    case .unknownHost: "unknown-host"
    case .egress: "egress"
    case .setting: "invalid-setting"
    case .policy: "invalid-policy"
    case .trustSource: "trust-source"
    case .trust: "trust"
    case .tls: "tls"
    case .otherProtocol: "other-protocol"
    case .clearText: "clear-text"
    case .request: "invalid-request"
    case .requestBody: "request-body"
    case .unwrittenBody: "request-content"
    case .queueFull: "queue-full"
    case .shutDown: "shut-down"
    case .suspended: "suspended"
    case .network: "network"
    case .proxy(let fault): fault.cause.code
    case .noResponse: "no-response"
    case .response: "invalid-response"
    case .file: "file"
    }
  }
}

extension Connections.ConnectionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cancelled: "the task was cancelled"
    case .timedOut(let phase): "\(phase.absence) in time"
    case .unknownHost(let name):
      "the host name \(ForeignText.escaped(name.utf8, limit: 253)) does not exist; "
        + "check the spelling"
    case .egress(let refusal): refusal.description
    case .setting(let error): error.description
    case .policy(let error): error.description
    case .trustSource(let error): error.description
    case .trust(let fault): fault.description
    case .tls(let fault): fault.description
    case .otherProtocol(let other): other.description
    case .clearText(let origin):
      "the session pins keys, but the request to \(origin) would be sent in clear text, "
        + "where no key can be checked; use https, or set tls.pinsAllowClearText"
    case .request(let error): error.description
    case .requestBody: "the request's body threw an error while the body was sent"
    case .unwrittenBody: "the request body contains another body that is not written yet"
    case .queueFull(let limit): "too many requests wait for a connection: the limit is \(limit)"
    case .shutDown: "the session was shut down"
    case .suspended:
      "the suspended call lost its connection because the pause was too long, and the "
        + "request cannot be sent again"
    case .network(let error): error.description
    case .proxy(let fault): fault.description
    case .noResponse: "the server closed the connection without a response"
    case .response(let error): error.description
    case .file(let error): error.description
    }
  }
}

/// An error of a caller's request body that can report the cancellation of the body.
package protocol CancellationReporting: Error {
  /// A Boolean value that indicates whether the error reports a cancellation.
  var isCancellation: Bool { get }
}

extension Connections.ConnectionError: CancellationReporting {
  package var isCancellation: Bool { self == .cancelled }
}
