internal import ApusBytes

extension TLS {
  /// A function that logs the secrets of a TLS connection for tools that decrypt recordings.
  ///
  /// Each call receives one line in the NSS key log format, without a line break. A reader of the
  /// lines can decrypt all data of the connection.
  public typealias KeyLogger = @Sendable (String) -> Void
}

/// A writer of a connection's secrets in lines of the NSS key log format, if the key log is
/// enabled.
///
///     <label> <client random> <secret>
///
/// The client random and the secret are hexadecimal. RFC 9850 section 2.
struct KeyLog: Sendable {
  /// The label of a secret in the key log. RFC 9850 sections 2.1 and 2.2.
  enum Label: String {
    case clientHandshake = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
    case serverHandshake = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
    case clientApplication = "CLIENT_TRAFFIC_SECRET_0"
    case serverApplication = "SERVER_TRAFFIC_SECRET_0"
    case exporter = "EXPORTER_SECRET"
    /// The label of a TLS 1.2 master secret.
    case master = "CLIENT_RANDOM"
  }

  let clientRandom: [UInt8]
  let logger: TLS.KeyLogger?

  /// Writes a labelled secret to the key log.
  func log(_ label: Label, _ secret: Span<UInt8>) {
    guard let logger else { return }
    logger("\(label.rawValue) \(Hex.encode(clientRandom)) \(Hex.encode(secret))")
  }
}

extension KeyLog {
  /// Writes the handshake traffic secrets of both directions to the key log.
  func log(_ secrets: borrowing HandshakeSecrets) {
    secrets.client.withBytes { log(.clientHandshake, $0) }
    secrets.server.withBytes { log(.serverHandshake, $0) }
  }

  /// Writes the application traffic secrets of both directions and the exporter secret to the key
  /// log.
  func log(_ secrets: borrowing ApplicationSecrets) {
    secrets.client.withBytes { log(.clientApplication, $0) }
    secrets.server.withBytes { log(.serverApplication, $0) }
    secrets.exporter.withBytes { log(.exporter, $0) }
  }

  /// Writes the master secret of a TLS 1.2 session to the key log.
  func log(_ secret: borrowing MasterSecret12) {
    secret.withBytes { log(.master, $0) }
  }
}
