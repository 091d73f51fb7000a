extension TLS {
  /// A deliberate fault of a TLS server, which tests the reaction of a client.
  ///
  ///     configuration.fault = .flight(.certificate, .omitted)
  package enum ServerFault: Sendable, Hashable {
    /// The server changes one of its handshake messages.
    case flight(Message, Change)
    /// The server responds to the first ClientHello with bytes that are not TLS, before the
    /// server's own messages.
    case greeting([UInt8])
    /// The server uses TLS 1.2 with a client that offers TLS 1.3, as if an attacker had changed the
    /// client's offer.
    case downgrade
    /// The server damages the authentication tag of an encrypted record. Record numbers start at 0.
    case forgedRecord(Int)
    /// The server ends the connection after a number of sent bytes.
    case end(afterByteCount: Int, Ending)
    /// The server sends additional records or messages after the handshake, and then continues.
    case afterHandshake(Addition)

    /// A handshake message of the server that a deliberate fault can change. A HelloRetryRequest
    /// counts as a ServerHello.
    package enum Message: Sendable, Hashable, CaseIterable {
      case serverHello, encryptedExtensions, certificateRequest, certificate, certificateVerify,
        finished
    }

    /// A change of a handshake message by a deliberate server fault.
    package enum Change: Sendable, Hashable {
      /// The server flips bits of one message byte. A negative index counts from the end of the
      /// message.
      case altered(at: Int, flipping: UInt8 = 1)
      /// The server appends zeros to the handshake message. A negative number removes bytes from
      /// the end.
      ///
      /// The message header contains the new length.
      case resized(by: Int)
      /// The server adds an unrequested extension with the given number to the handshake message.
      case extended(by: UInt16)
      /// The server sends the handshake message twice.
      case repeated
      /// The server omits the handshake message.
      case omitted
      /// The server sends the handshake message after the next message.
      case delayed
      /// The server sends the handshake message without encryption.
      case unprotected
      /// The server sends other bytes after the handshake message in the same record.
      case followed(by: [UInt8])
      /// The server ends the connection before the handshake message.
      case end(Ending)
    }

    /// The way in which the server ends the connection without an alert.
    package enum Ending: Sendable, Hashable {
      /// The server closes the connection as if it had sent all of its data.
      case finish
      /// The server resets the TCP connection.
      case reset
    }

    /// Additional records or messages that the server sends after the handshake because of a fault.
    package enum Addition: Sendable, Hashable {
      /// The server sends a number of KeyUpdate messages, which can request a KeyUpdate from the
      /// client.
      case keyUpdates(Int, requestingPeer: Bool)
      /// The server sends a number of application data records without content.
      case emptyRecords(Int)
      /// The server sends a number of alerts with the given level and description.
      case alerts(Int, level: UInt8, description: UInt8)
      /// The server sends a given handshake message, which includes its header.
      case message([UInt8])
      /// The server sends unencrypted bytes outside a TLS record.
      case bytes([UInt8])
    }
  }
}

extension TLS.ServerFault {
  /// A server fault with an invalid handshake signature.
  package static let wrongSignature = TLS.ServerFault.flight(.certificateVerify, .altered(at: -1))

  /// A server fault with a wrong Finished message.
  package static let wrongFinished = TLS.ServerFault.flight(.finished, .altered(at: -1))

  /// A server fault with an HTTP response in place of TLS records.
  package static let plainHTTP = TLS.ServerFault.greeting(
    Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8))

  /// A server fault with a record header whose length exceeds the maximum.
  package static let oversizedRecord = TLS.ServerFault.afterHandshake(
    .bytes([23, 3, 3, 0x41, 0x01]))

  /// A server fault with a HelloRequest message, which requests a renegotiation in TLS 1.2.
  package static let renegotiation = TLS.ServerFault.afterHandshake(.message([0, 0, 0, 0]))
}
