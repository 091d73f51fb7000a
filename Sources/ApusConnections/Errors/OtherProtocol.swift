extension Connections {
  /// The detected protocol of a server that does not speak the requested protocol.
  public struct OtherProtocol: Equatable, Sendable {
    /// A protocol that a server may speak instead of the requested protocol.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The server speaks HTTP without TLS on a connection that requires TLS.
      case plainHTTP
      /// The server speaks TLS on a connection in clear text.
      case tls
      /// The server speaks only HTTP/2 or another version of HTTP, and not HTTP/1.1.
      case http2
    }

    /// The protocol that the server speaks.
    public let kind: Kind
    /// The host of the request, with the address of the server.
    public let server: String
  }
}

extension Connections.OtherProtocol {
  /// Detects the protocol of a server from the first bytes of the server's response. Returns `nil`
  /// if the protocol is unknown.
  ///
  /// A server that speaks TLS sends an alert record or a handshake record of version 3.x. A server
  /// that speaks HTTP/2 begins with a SETTINGS frame on stream 0. RFC 8446 section 5.1, RFC 9113
  /// sections 3.4 and 6.5.
  init?(answer: Span<UInt8>, server: String) {
    if answer.count >= 3, answer[0] == 21 || answer[0] == 22, answer[1] == 3, answer[2] <= 4 {
      self.init(kind: .tls, server: server)
    } else if answer.count >= 9, answer[0] == 0, answer[3] == 4,
      (5..<9).allSatisfy({ answer[$0] == 0 })
    {
      self.init(kind: .http2, server: server)
    } else {
      return nil
    }
  }

  /// Detects an HTTP response to a TLS ClientHello. The response begins with a status line, or with
  /// an HTML page without a head, as in HTTP/0.9.
  init?(insteadOfTLS bytes: [UInt8], server: String) {
    guard bytes.starts(with: "HTTP/".utf8) || bytes.first == 0x3c else { return nil }
    self.init(kind: .plainHTTP, server: server)
  }
}

extension Connections.OtherProtocol: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .plainHTTP:
      "the server at \(server) responded with plain HTTP instead of TLS; use an http "
        + "URL, or the server's https port"
    case .tls: "the server at \(server) responded with TLS instead of plain HTTP; use an https URL"
    case .http2:
      "the server at \(server) does not support HTTP/1.1, but only HTTP/2 or another protocol"
    }
  }
}
