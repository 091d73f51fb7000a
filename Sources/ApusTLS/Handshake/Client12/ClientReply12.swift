/// The last handshake messages of a TLS 1.2 client: ChangeCipherSpec and Finished.
///
/// RFC 5246 sections 7.1 and 7.4.9.
struct ClientReply12: ~Copyable, Sendable {
  var progress: Progress12
  let secret: MasterSecret12
  let proof: ServerProof
  let group: TLS.NamedGroup?

  /// Sends ChangeCipherSpec and Finished, and returns the state that waits for the server's last
  /// messages.
  consuming func finished(
    _ authentication: TLS.ClientAuthentication, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    context.clientAuthentication = authentication
    progress.transcript.forgetMessages()
    try progress.sendFinished(by: secret, &context.recordLayer)
    context.recordLayer.reader.changeCipherSpecRule = .told
    return .awaitingServerEnd(
      AwaitingServerEnd(
        progress: progress, secret: secret, proof: proof, group: group, ticket: nil))
  }
}

extension Progress12 {
  /// Sends ChangeCipherSpec, followed by the encrypted Finished message.
  mutating func sendFinished(
    by secret: borrowing MasterSecret12, _ recordLayer: inout RecordLayer
  ) throws(TLSError) {
    recordLayer.sendChangeCipherSpec(unless: false)
    recordLayer.writer.setProtection(
      secret.protection(
        of: .client, clientRandom: negotiated.clientRandom, serverRandom: negotiated.serverRandom))
    let verifyData = secret.finished(of: .client, over: transcript.digest())
    let message = try Finished(verifyData).encoded()
    try recordLayer.send(message)
    transcript.add(message)
  }
}
