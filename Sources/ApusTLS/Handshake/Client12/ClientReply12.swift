/// What a client of TLS 1.2 ends its flight with: ChangeCipherSpec and Finished.
///
/// RFC 5246 sections 7.1 and 7.4.9.
struct ClientReply12: ~Copyable, Sendable {
  var progress: Progress12
  let secret: MasterSecret12
  let proof: ServerProof
  let group: TLS.NamedGroup?

  /// Ends the flight, and waits for the server to end its own.
  consuming func finished(
    _ authentication: TLS.ClientAuthentication, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake12 {
    surroundings.clientAuthentication = authentication
    progress.transcript.forgetMessages()
    try progress.sendFinished(by: secret, &surroundings.link)
    surroundings.link.reader.changeCipherSpecRule = .told
    return .awaitingServerEnd(
      AwaitingServerEnd(
        progress: progress, secret: secret, proof: proof, group: group, ticket: nil))
  }
}

extension Progress12 {
  /// Sends ChangeCipherSpec, and Finished as the first message that is protected.
  mutating func sendFinished(
    by secret: borrowing MasterSecret12, _ link: inout Link
  ) throws(TLSError) {
    link.sendChangeCipherSpec(unless: false)
    link.writer.setProtection(
      secret.protection(
        of: .client, clientRandom: agreed.clientRandom, serverRandom: agreed.serverRandom))
    let verifyData = secret.finished(of: .client, over: transcript.digest())
    let message = try Finished(verifyData).encoded()
    try link.send(message)
    transcript.add(message)
  }
}
