/// What a server says about the certificate that it wants of the client.
///
/// RFC 8446 section 4.3.2. Filters of extensions that are not known are passed by: section 4.2.5.
struct ClientCertificateRequest: Sendable {
  let context: [UInt8]
  let wanted: TLS.IdentityRequest

  /// Reads the message of TLS 1.3 as it stands in a handshake.
  init(_ message: CertificateRequest) throws(TLSError) {
    guard message.context.isEmpty else { throw .broken(.contextIsEmpty) }
    try message.extensions.check(in: .certificateRequest)
    context = message.context
    let algorithms: SignatureAlgorithms = try message.extensions.require()
    _ = try message.extensions.read(SignatureAlgorithmsCert.self)
    let authorities: CertificateAuthorities? = try message.extensions.read()
    wanted = TLS.IdentityRequest(
      .tls13, schemes: algorithms.schemes, authorities: authorities?.names ?? [])
  }
}
