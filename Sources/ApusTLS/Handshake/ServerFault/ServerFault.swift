extension TLS {
  /// A deliberate fault of a TLS server, which tests the reaction of a client.
  ///
  ///     configuration.fault = .flight(.certificate, .omitted)
  package enum ServerFault: Sendable, Hashable {
    /// The server changes one message that it sends during the handshake.
    case flight(Message, Change)
    /// The server responds to the first ClientHello with bytes that are not TLS, before the
    /// server's own messages.
    case greeting([UInt8])
    /// The server uses TLS 1.2 with a client that offers TLS 1.3, as if an attacker had changed the
    /// client's offer.
    case downgrade
    /// The server damages the tag of an encrypted record, whose number counts from 0.
    case forgedRecord(Int)
    /// The server ends the connection after a number of sent bytes.
    case end(afterByteCount: Int, Ending)
    /// The server sends additional records or messages after the handshake, and then continues.
    case afterHandshake(Addition)

    /// A handshake message of a server that a fault can change; a HelloRetryRequest counts as a
    /// ServerHello.
    package enum Message: Sendable, Hashable, CaseIterable {
      case serverHello, encryptedExtensions, certificateRequest, certificate, certificateVerify,
        finished
    }

    /// A change that a fault makes to a handshake message.
    package enum Change: Sendable, Hashable {
      /// The fault flips bits of one message byte at an index from the front, or from the end if
      /// the index is negative.
      case altered(at: Int, flipping: UInt8 = 1)
      /// The fault appends zeros to the message, or removes bytes from the end if the number is
      /// negative.
      ///
      /// The message header contains the new length.
      case resized(by: Int)
      /// The fault adds an unrequested extension with this number to the message.
      case extended(by: UInt16)
      /// The fault sends the message twice.
      case repeated
      /// The fault omits the message.
      case omitted
      /// The fault sends the message after the next message.
      case delayed
      /// The fault sends the message without encryption.
      case unprotected
      /// The fault sends other bytes after the message in the same record.
      case followed(by: [UInt8])
      /// The fault ends the connection before the message.
      case end(Ending)
    }

    /// The way to end a connection without an alert because of a fault.
    package enum Ending: Sendable, Hashable {
      /// The fault ends the stream as if the server had sent all of its data.
      case finish
      /// The fault resets the connection.
      case reset
    }

    /// The records or messages that a fault adds after the handshake.
    package enum Addition: Sendable, Hashable {
      /// The fault sends a number of KeyUpdate messages, which can request a KeyUpdate from the
      /// client.
      case keyUpdates(Int, requestingPeer: Bool)
      /// The fault sends a number of application data records without content.
      case emptyRecords(Int)
      /// The fault sends a number of alerts with the given level and description.
      case alerts(Int, level: UInt8, description: UInt8)
      /// The fault sends a handshake message, which includes its header.
      case message([UInt8])
      /// The fault sends unencrypted bytes that the server does not put into a TLS record.
      case bytes([UInt8])
    }
  }
}

extension TLS.ServerFault {
  /// A fault that sends a signature that is not valid for the public key of the server's
  /// certificate.
  package static let wrongSignature = TLS.ServerFault.flight(.certificateVerify, .altered(at: -1))

  /// A fault that sends a Finished message that does not match the handshake.
  package static let wrongFinished = TLS.ServerFault.flight(.finished, .altered(at: -1))

  /// A fault that sends an HTTP response, like a server without TLS.
  package static let plainHTTP = TLS.ServerFault.greeting(
    Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8))

  /// A fault that sends the header of a record that exceeds the maximum length.
  package static let oversizedRecord = TLS.ServerFault.afterHandshake(
    .bytes([23, 3, 3, 0x41, 0x01]))

  /// A fault that sends a HelloRequest, which requests a new handshake in TLS 1.2.
  package static let renegotiation = TLS.ServerFault.afterHandshake(.message([0, 0, 0, 0]))
}
