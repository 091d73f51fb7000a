internal import ApusBytes

extension TLS {
  /// Where the secrets of a connection are logged, so that a recording of it can be read.
  ///
  /// Each call gets one line in the form of NSS, without a line break. Anyone who has the lines can
  /// read all that the connection carries.
  public typealias KeyLogger = @Sendable (String) -> Void
}

/// Writes a connection's secrets as lines, if its owner has asked for that.
///
///     <label> <client random> <secret>
///
/// Each in hexadecimal digits but the label. RFC 9850 section 2.
struct KeyLog: Sendable {
  /// What a secret is for. RFC 9850 sections 2.1 and 2.2.
  enum Label: String {
    case clientHandshake = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
    case serverHandshake = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
    case clientApplication = "CLIENT_TRAFFIC_SECRET_0"
    case serverApplication = "SERVER_TRAFFIC_SECRET_0"
    case exporter = "EXPORTER_SECRET"
    /// The master secret of TLS 1.2.
    case master = "CLIENT_RANDOM"
  }

  let clientRandom: [UInt8]
  let logger: TLS.KeyLogger?

  /// Logs a secret that is the same bytes as a line says.
  func log(_ label: Label, _ secret: Span<UInt8>) {
    guard let logger else { return }
    logger("\(label.rawValue) \(Hex.encode(clientRandom)) \(Hex.encode(secret))")
  }
}

extension KeyLog {
  /// Logs what protects both directions of a handshake.
  func log(_ secrets: borrowing HandshakeSecrets) {
    secrets.client.withBytes { log(.clientHandshake, $0) }
    secrets.server.withBytes { log(.serverHandshake, $0) }
  }

  /// Logs what protects both directions of application data, and what is exported.
  func log(_ secrets: borrowing ApplicationSecrets) {
    secrets.client.withBytes { log(.clientApplication, $0) }
    secrets.server.withBytes { log(.serverApplication, $0) }
    secrets.exporter.withBytes { log(.exporter, $0) }
  }

  /// Logs the secret of a session of TLS 1.2.
  func log(_ secret: borrowing MasterSecret12) {
    secret.withBytes { log(.master, $0) }
  }
}
