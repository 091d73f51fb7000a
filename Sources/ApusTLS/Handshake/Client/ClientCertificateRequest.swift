import ApusX509

/// What a server says about the certificate that it wants of the client.
///
/// RFC 8446 section 4.3.2. Whose certificates it would believe is not asked about: servers with
/// authorities that have cross-signed each other name too few, and refuse what they do not believe.
struct ClientCertificateRequest: Sendable {
  let context: [UInt8]
  /// How the client may sign, the best way first; the unknown with it.
  let schemes: [UInt16]

  /// Reads the message of TLS 1.3 as it stands in a handshake.
  init(_ message: CertificateRequest) throws(TLSError) {
    guard message.context.isEmpty else { throw .broken(.contextIsEmpty) }
    try message.extensions.check(in: .certificateRequest)
    context = message.context
    let algorithms: SignatureAlgorithms = try message.extensions.require()
    schemes = algorithms.schemes
    _ = try message.extensions.read(SignatureAlgorithmsCert.self)
    _ = try message.extensions.read(CertificateAuthorities.self)
  }

  /// How an identity would sign for the request in TLS 1.3, if it can.
  func scheme(for identity: TLS.Identity?) -> TLS.SignatureScheme? {
    guard let identity, let key = try? identity.leaf.verificationKey() else { return nil }
    return identity.schemes.first { $0.fits(key, in: .tls13) && schemes.contains($0.rawValue) }
  }
}
