public import ApusHTTP
internal import ApusNet
public import ApusTLS

extension Connections {
  /// The result of a TLS handshake with a server.
  ///
  /// The value is a reference to shared storage, so copies are cheap.
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

    /// Creates the secured connection of a response. The result is `nil` if the response was not
    /// received over TLS.
    fileprivate init?(_ carrier: HTTP.Carrier) {
      guard let box = carrier.value as? Box else { return nil }
      self.box = box
    }

    /// The origin of the requests on the connection.
    public var origin: HTTP.Origin { box.origin }
    /// The address of the server.
    public var address: String { "\(box.peer)" }
    /// The negotiated TLS parameters, and the certificates that proved the server's identity.
    public var facts: TLS.HandshakeFacts { box.facts }
    /// The source of the connection's keying material and channel bindings.
    ///
    ///     let binding = try response.tls?.exporter.channelBinding(.exporter)
    ///
    /// Only the client and the server know the keying material. The secret remains in memory while
    /// a response of the connection exists.
    public var exporter: TLS.Exporter { box.exporter }

    /// The TLS connection in the type-erased form that a response stores.
    package var carrier: HTTP.Carrier { HTTP.Carrier(box) }
  }
}

extension HTTP.ResponseHead {
  /// The TLS connection of the response, which may be a reused connection.
  ///
  /// The value is `nil` if the response was received in clear text, or was made in this process.
  public var tls: Connections.SecuredConnection? { Connections.SecuredConnection(carrier) }
}

extension HTTP.Response {
  /// The TLS connection of the response, which may be a reused connection.
  ///
  ///     let version = response.tls?.facts.version
  ///
  /// The value is `nil` if the response was received in clear text, or was made in this process.
  public var tls: Connections.SecuredConnection? { head.tls }
}
