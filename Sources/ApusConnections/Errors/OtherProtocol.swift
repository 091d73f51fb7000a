extension Connections {
  /// That a server speaks another protocol than the one that it was asked in.
  public struct OtherProtocol: Equatable, Sendable {
    /// What a server may speak instead.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// HTTP without TLS, where TLS was asked for.
      case plainHTTP
      /// TLS, where it was not asked for.
      case tls
      /// HTTP/2 or another version alone, where HTTP/1.1 was asked for.
      case http2
    }

    /// What it speaks.
    public let kind: Kind
    /// Who was asked, and the address that answered.
    public let server: String
  }
}

extension Connections.OtherProtocol {
  /// What a server speaks whose answer begins like that, if that can be told.
  ///
  /// A record of TLS is an alert or of a handshake and of version 3.x; HTTP/2 begins with a frame
  /// of settings on stream 0. RFC 8446 section 5.1, RFC 9113 sections 3.4 and 6.5.
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

  /// That a server answers a ClientHello in HTTP, if it begins like that.
  ///
  /// It begins with a status line, or with a page and no head, as in HTTP/0.9.
  init?(insteadOfTLS bytes: [UInt8], server: String) {
    guard bytes.starts(with: "HTTP/".utf8) || bytes.first == 0x3c else { return nil }
    self.init(kind: .plainHTTP, server: server)
  }
}

extension Connections.OtherProtocol: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .plainHTTP:
      "the server at \(server) answered in plain HTTP; use an http URL, or the port of its https"
    case .tls: "the server at \(server) answered in TLS; use an https URL"
    case .http2:
      "the server at \(server) does not speak HTTP/1.1, but HTTP/2 or another protocol alone"
    }
  }
}
