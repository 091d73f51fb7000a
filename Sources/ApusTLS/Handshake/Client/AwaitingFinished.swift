/// The handshake state of a client that waits for the server's Finished message.
///
/// The Finished message proves that both sides have seen the same handshake messages. RFC 8446
/// section 4.4.4.
struct AwaitingFinished: ~Copyable, Sendable {
  var progress: Progress
  let secrets: HandshakeSecrets
  let proof: ServerProof
  let request: ClientCertificateRequest?

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let finished: Finished = try message.expect()
    let verified = try finished.verified(
      by: secrets.server, over: progress.transcript.digest())
    progress.transcript.add(message.bytes)
    let application = secrets.applicationSecrets(after: progress.transcript.digest())
    context.keyLog.log(application)
    try context.recordLayer.reader.setProtection(
      application.server.protection(progress.negotiated.suite))
    context.recordLayer.reader.changeCipherSpecRule = .refused
    context.recordLayer.reader.allowsApplicationData = true
    let request = self.request
    let reply = ClientReply(
      progress: progress, secrets: secrets, application: application, proof: proof,
      finished: verified)
    guard let request else { return try reply.finished(.notRequested, &context) }
    return try reply.certified(for: request, &context)
  }
}

/// The handshake state of a client that waits for the caller to create a handshake signature.
struct AwaitingSignature: ~Copyable, Sendable {
  var reply: ClientReply
  /// The request to the caller for the client's handshake signature.
  let signing: TLS.SigningRequest

  /// Continues the handshake with the signature that the caller has created.
  consuming func signed(
    _ signature: [UInt8], _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let verify = CertificateVerify(signing.scheme.rawValue, signature)
    let message = try verify.encoded()
    try context.recordLayer.send(message)
    reply.progress.transcript.add(message)
    return try reply.finished(.signed(signing.scheme), &context)
  }
}
