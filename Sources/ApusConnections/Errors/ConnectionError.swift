internal import ApusBytes
public import ApusHTTP
internal import ApusNet
public import ApusTLS

/// The reason that an exchange with a server failed.
package typealias ConnectionError = Connections.ConnectionError

extension Connections {
  // Payloads are boxed: every call that can fail has room for an error in its task's memory.
  /// The reason that an exchange with a server failed.
  public indirect enum ConnectionError: Error, Equatable, Sendable {
    /// The task was cancelled.
    case cancelled
    /// A phase took longer than its timeout.
    case timedOut(Phase)
    /// The host does not exist, or has no address.
    case unknownHost(String)
    /// The egress rules forbid the connection.
    case egress(EgressRefusal)
    /// A setting is invalid.
    case setting(InvalidSetting)
    /// The security policy or a pin is invalid.
    case policy(TLS.PolicyError)
    /// The roots, or the client's certificate or key, could not be read.
    case trustSource(TrustSourceError)
    /// The server's certificate was rejected; no part of the request was sent.
    case trust(TrustFailure)
    /// TLS failed.
    case tls(TLSFault)
    /// The server speaks another protocol.
    case otherProtocol(OtherProtocol)
    /// A request would be sent in clear text although the settings pin keys.
    case clearText(HTTP.Origin)
    /// The request cannot be written.
    case request(HTTP.WriteError)
    /// The request's body failed while it was sent.
    case requestBody
    /// A part of the request's body was not serialized before it was sent.
    case unwrittenBody
    /// The limit of requests that wait for a connection is reached.
    case queueFull(limit: Int)
    /// The session was shut down.
    case shutDown
    /// The call was suspended until its connection was closed, and the request cannot be replayed.
    case suspended
    /// No connection could be made, or a connection broke.
    case network(NetworkFault)
    /// The proxy did not forward the request.
    case proxy(ProxyFault)
    /// The server closed the connection without a response.
    case noResponse
    /// The response is malformed or incomplete.
    case response(HTTP.ParseError)
    /// A file of the request's body could not be read.
    case file(NetworkFault)
  }
}

extension Connections.ConnectionError {
  /// A stable word for the error, for logs and measurements.
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

/// An error of a request's own body that can be its cancellation.
package protocol CancellationReporting: Error {
  /// A Boolean value that indicates whether the error reports a cancellation.
  var isCancellation: Bool { get }
}

extension Connections.ConnectionError: CancellationReporting {
  package var isCancellation: Bool { self == .cancelled }
}
