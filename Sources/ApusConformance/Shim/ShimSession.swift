import ApusTLS
import ApusX509

/// A session to be offered to the next connection, with what the handshake was like that began it.
///
/// What a server shows in a full handshake it does not show again when the session is resumed.
struct ShimSession: Sendable {
  /// What a full handshake has shown.
  struct Origin: Sendable {
    var certificates: [X509.Certificate] = []
    var stapledResponse: [UInt8]?
    var timestamps: [[UInt8]] = []
    var group: TLS.NamedGroup?
    var scheme: TLS.SignatureScheme?
    /// Whether the server was judged and believed; nil if nobody has asked.
    var isVerified: Bool?
  }

  let session: TLS.Session
  let origin: Origin
}
