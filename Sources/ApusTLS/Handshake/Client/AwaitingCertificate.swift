/// The handshake state of a client that waits for the server's Certificate message or
/// CertificateRequest message.
///
/// RFC 8446 section 4.3.2.
struct AwaitingCertificateOrRequest: ~Copyable, Sendable {
  var progress: Progress
  let secrets: HandshakeSecrets

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    guard message.type == .certificateRequest else {
      return try AwaitingCertificate(progress: progress, secrets: secrets, request: nil)
        .received(message, &context)
    }
    let request = try ClientCertificateRequest(try message.expect())
    context.identityRequest = request.wanted
    progress.transcript.add(message.bytes)
    return .awaitingCertificate(
      AwaitingCertificate(progress: progress, secrets: secrets, request: request))
  }
}

/// The handshake state of a client that waits for the server's certificates.
///
/// RFC 8446 section 4.4.2.
struct AwaitingCertificate: ~Copyable, Sendable {
  var progress: Progress
  let secrets: HandshakeSecrets
  let request: ClientCertificateRequest?

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let presented = try TLS.PresentedCertificates(
      try message.expect(or: request == nil ? .certificateRequest : nil),
      requested: progress.negotiated.sentHello.extensions)
    progress.transcript.add(message.bytes)
    return .awaitingTrust(
      AwaitingTrust(
        progress: progress, secrets: secrets, request: request, presented: presented))
  }
}

extension TLS.PresentedCertificates {
  /// Reads the certificates of a TLS 1.3 server.
  ///
  /// The initializer throws an error if the Certificate message contains an extension that the
  /// client did not request.
  fileprivate init(
    _ message: CertificateMessage, requested: Set<UInt16>
  ) throws(TLSError) {
    guard message.context.isEmpty else { throw .broken(.contextIsEmpty) }
    for entry in message.entries {
      try entry.extensions.check(in: .certificate, requested: requested)
    }
    let first = message.entries.first?.extensions ?? ExtensionList()
    let status: CertificateStatus? = try first.read()
    let timestamps: SignedCertificateTimestamps? = try first.read()
    try self.init(
      message.entries.map(\.der), stapledResponse: status?.response,
      timestamps: timestamps?.timestamps ?? [])
  }
}
