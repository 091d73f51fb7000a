public import ApusHTTP
internal import ApusNet
public import ApusTLS

extension Connections {
  /// The result of a handshake with a server.
  ///
  /// A copy is a reference, so that every response over the connection can have one.
  public struct SecuredConnection: Sendable {
    private let box: Box

    private final class Box: Sendable {
      let origin: HTTP.Origin
      let peer: SocketAddress
      let facts: TLS.HandshakeFacts
      let exporter: TLS.Exporter

      init(
        _ origin: HTTP.Origin, _ peer: SocketAddress, _ facts: TLS.HandshakeFacts,
        _ exporter: TLS.Exporter
      ) {
        self.origin = origin
        self.peer = peer
        self.facts = facts
        self.exporter = exporter
      }
    }

    init(
      _ origin: HTTP.Origin, _ peer: SocketAddress, _ facts: TLS.HandshakeFacts,
      _ exporter: TLS.Exporter
    ) {
      box = Box(origin, peer, facts, exporter)
    }

    /// Creates the connection of a response, if it has one over TLS.
    fileprivate init?(_ carrier: HTTP.Carrier) {
      guard let box = carrier.value as? Box else { return nil }
      self.box = box
    }

    /// The origin of the requests.
    public var origin: HTTP.Origin { box.origin }
    /// The address of the server.
    public var address: String { "\(box.peer)" }
    /// The facts of the handshake: the negotiated parameters, and the proof of trust.
    public var facts: TLS.HandshakeFacts { box.facts }
    /// The source of the connection's keying material and channel bindings.
    ///
    ///     let binding = try response.tls?.exporter.channelBinding(.exporter)
    ///
    /// Only the two peers have them; the secret is kept as long as a response.
    public var exporter: TLS.Exporter { box.exporter }

    /// The connection in the form that a response stores.
    package var carrier: HTTP.Carrier { HTTP.Carrier(box) }
  }
}

extension HTTP.ResponseHead {
  /// The TLS connection of the response, which may be a reused one.
  ///
  /// It is nil if the response was received in clear text, or was made in this process.
  public var tls: Connections.SecuredConnection? { Connections.SecuredConnection(carrier) }
}

extension HTTP.Response {
  /// The TLS connection of the response, which may be a reused one.
  ///
  ///     let version = response.tls?.facts.version
  ///
  /// It is nil if the response was received in clear text, or was made in this process.
  public var tls: Connections.SecuredConnection? { head.tls }
}
