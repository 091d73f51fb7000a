public import ApusHTTP
internal import ApusNet
public import ApusTLS

extension Connections {
  /// What a handshake with a server has come to.
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

    /// What a response came over, if that was such a connection.
    fileprivate init?(_ carrier: HTTP.Carrier) {
      guard let box = carrier.value as? Box else { return nil }
      self.box = box
    }

    /// Who was asked.
    public var origin: HTTP.Origin { box.origin }
    /// The address that answered.
    public var address: String { "\(box.peer)" }
    /// The facts of the handshake: what was agreed on, and why the server is believed.
    public var facts: TLS.HandshakeFacts { box.facts }
    /// The source of the connection's keying material and channel bindings.
    ///
    ///     let binding = try response.tls?.exporter.channelBinding(.exporter)
    ///
    /// Both sides have them, and no one else; the secret is kept as long as a response is.
    public var exporter: TLS.Exporter { box.exporter }

    /// The connection as a response bears it.
    package var carrier: HTTP.Carrier { HTTP.Carrier(box) }
  }
}

extension HTTP.ResponseHead {
  /// The connection over TLS that the response came over, made for it or kept from before.
  ///
  /// There is none where the response came in clear text, or was made here.
  public var tls: Connections.SecuredConnection? { Connections.SecuredConnection(carrier) }
}

extension HTTP.Response {
  /// The connection over TLS that the response came over, made for it or kept from before.
  ///
  ///     let version = response.tls?.facts.version
  ///
  /// There is none where the response came in clear text, or was made here.
  public var tls: Connections.SecuredConnection? { head.tls }
}
