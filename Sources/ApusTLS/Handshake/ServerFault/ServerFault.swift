extension TLS {
  /// What a server does wrong on purpose, so that a client can be seen to bear it.
  ///
  ///     configuration.fault = .flight(.certificate, .omitted)
  package enum ServerFault: Sendable, Hashable {
    /// Does that to a message of its flight.
    case flight(Message, Change)
    /// Answers the first ClientHello with bytes that are no part of TLS, before its own.
    case greeting([UInt8])
    /// Speaks TLS 1.2 with a client that offers TLS 1.3, as if somebody had changed its offer.
    case downgrade
    /// Damages the protected record of that number, counted from 0, so that its tag is wrong.
    case forgedRecord(Int)
    /// Ends the connection after that many bytes of all that it sends.
    case end(afterByteCount: Int, Ending)
    /// Sends something else once the handshake is complete, and then goes on.
    case afterHandshake(Addition)

    /// A message of a server's flight; a HelloRetryRequest is a ServerHello too.
    package enum Message: Sendable, Hashable, CaseIterable {
      case serverHello, encryptedExtensions, certificateRequest, certificate, certificateVerify,
        finished
    }

    /// What is done to a message.
    package enum Change: Sendable, Hashable {
      /// Flips bits of one of its bytes, counted from the front, or below zero from the end.
      case altered(at: Int, flipping: UInt8 = 1)
      /// Adds zeros at its end, or below zero takes bytes away; its header tells the new length.
      case resized(by: Int)
      /// Gives it an extension of that number that no one has asked for.
      case extended(by: UInt16)
      /// Sends it twice.
      case repeated
      /// Does not send it.
      case omitted
      /// Sends it behind the one that follows it.
      case delayed
      /// Sends it without protection.
      case unprotected
      /// Sends something else behind it in the same record.
      case followed(by: [UInt8])
      /// Ends the connection before it.
      case end(Ending)
    }

    /// How a connection ends, both times without an alert.
    package enum Ending: Sendable, Hashable {
      /// As if the server had no more to say.
      case finish
      /// With a reset.
      case reset
    }

    /// What a server sends once the handshake is complete.
    package enum Addition: Sendable, Hashable {
      /// So many KeyUpdates, which may ask the client for its own.
      case keyUpdates(Int, requestingPeer: Bool)
      /// So many records of application data without content.
      case emptyRecords(Int)
      /// So many alerts of a level and a description.
      case alerts(Int, level: UInt8, description: UInt8)
      /// A handshake message, with its header.
      case message([UInt8])
      /// Bytes that nothing protects, in no record but their own.
      case bytes([UInt8])
    }
  }
}

extension TLS.ServerFault {
  /// A signature that the key of the certificate has not made.
  package static let wrongSignature = TLS.ServerFault.flight(.certificateVerify, .altered(at: -1))

  /// A Finished of another handshake.
  package static let wrongFinished = TLS.ServerFault.flight(.finished, .altered(at: -1))

  /// An answer in HTTP, as a server gives that was not asked for TLS.
  package static let plainHTTP = TLS.ServerFault.greeting(
    Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8))

  /// The header of a record that is longer than any may be.
  package static let oversizedRecord = TLS.ServerFault.afterHandshake(
    .bytes([23, 3, 3, 0x41, 0x01]))

  /// A HelloRequest, by which TLS 1.2 asks for another handshake.
  package static let renegotiation = TLS.ServerFault.afterHandshake(.message([0, 0, 0, 0]))
}
