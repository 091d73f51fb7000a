extension TLS {
  /// A deliberate fault of a server, to test the reaction of a client.
  ///
  ///     configuration.fault = .flight(.certificate, .omitted)
  package enum ServerFault: Sendable, Hashable {
    /// Changes one message that the server sends during the handshake.
    case flight(Message, Change)
    /// Responds to the first ClientHello with bytes that are not TLS, before its own.
    case greeting([UInt8])
    /// Uses TLS 1.2 with a client that offers TLS 1.3, as if an attacker had changed its offer.
    case downgrade
    /// Damages an encrypted record, counted from 0, so that its tag is wrong.
    case forgedRecord(Int)
    /// Ends the connection after a number of sent bytes.
    case end(afterByteCount: Int, Ending)
    /// Sends an addition after the handshake, and then continues.
    case afterHandshake(Addition)

    /// A message of a server's flight; a HelloRetryRequest is a ServerHello too.
    package enum Message: Sendable, Hashable, CaseIterable {
      case serverHello, encryptedExtensions, certificateRequest, certificate, certificateVerify,
        finished
    }

    /// A change of a message.
    package enum Change: Sendable, Hashable {
      /// Flips bits of one byte, counted from the front, or for a negative number from the end.
      case altered(at: Int, flipping: UInt8 = 1)
      /// Adds zeros at the end, or for a negative number removes bytes; the header has the new
      /// length.
      case resized(by: Int)
      /// Adds an unrequested extension with that number.
      case extended(by: UInt16)
      /// Sends it twice.
      case repeated
      /// Does not send it.
      case omitted
      /// Sends it after the next message.
      case delayed
      /// Sends it unencrypted.
      case unprotected
      /// Sends other bytes after it in the same record.
      case followed(by: [UInt8])
      /// Ends the connection before it.
      case end(Ending)
    }

    /// The end of a connection, in both cases without an alert.
    package enum Ending: Sendable, Hashable {
      /// The end of the stream, as if the server had finished.
      case finish
      /// A reset.
      case reset
    }

    /// An addition after the handshake.
    package enum Addition: Sendable, Hashable {
      /// A number of KeyUpdates, which can request one from the client.
      case keyUpdates(Int, requestingPeer: Bool)
      /// A number of application data records without content.
      case emptyRecords(Int)
      /// A number of alerts with a level and a description.
      case alerts(Int, level: UInt8, description: UInt8)
      /// A handshake message, with its header.
      case message([UInt8])
      /// Unencrypted bytes in records of their own.
      case bytes([UInt8])
    }
  }
}

extension TLS.ServerFault {
  /// A signature that is not valid for the key of the certificate.
  package static let wrongSignature = TLS.ServerFault.flight(.certificateVerify, .altered(at: -1))

  /// A Finished of another handshake.
  package static let wrongFinished = TLS.ServerFault.flight(.finished, .altered(at: -1))

  /// An HTTP response, as from a server without TLS.
  package static let plainHTTP = TLS.ServerFault.greeting(
    Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8))

  /// The header of a record that exceeds the maximum length.
  package static let oversizedRecord = TLS.ServerFault.afterHandshake(
    .bytes([23, 3, 3, 0x41, 0x01]))

  /// A HelloRequest, which requests a new handshake in TLS 1.2.
  package static let renegotiation = TLS.ServerFault.afterHandshake(.message([0, 0, 0, 0]))
}
