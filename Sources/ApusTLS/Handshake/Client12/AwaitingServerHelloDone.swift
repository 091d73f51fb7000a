import ApusBytes

/// The handshake state of a TLS 1.2 client that waits for the server's ServerHelloDone message.
///
/// A CertificateRequest message can precede the ServerHelloDone message.
///
/// RFC 5246 sections 7.4.4 and 7.4.5.
struct AwaitingServerHelloDone: ~Copyable, Sendable {
  var progress: Progress12
  let group: TLS.NamedGroup
  let share: [UInt8]
  let proof: ServerProof
  let request: CertificateRequest12?

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    if request == nil, message.type == .certificateRequest {
      let request: CertificateRequest12 = try message.expect()
      context.identityRequest = TLS.IdentityRequest(
        .tls12, schemes: request.schemes, authorities: request.authorities,
        certificateTypes: request.certificateTypes)
      progress.transcript.add(message.bytes)
      return .awaitingServerHelloDone(
        AwaitingServerHelloDone(
          progress: progress, group: group, share: share, proof: proof, request: request))
    }
    _ = try message.expect(ServerHelloDone.self, or: request == nil ? .certificateRequest : nil)
    // The server must send no further messages before it has received the client's key share.
    guard context.recordLayer.reader.isAtBorder else { throw .keyChangeInsideRecord }
    progress.transcript.add(message.bytes)
    return try replied(&context)
  }

  /// Sends the client's key share, and the client's certificates if the server requested them.
  private consuming func replied(
    _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    let wanted = context.identityRequest
    let configuration = progress.negotiated.configuration
    let choice = wanted?.choice(
      among: configuration.identities, configuration.unlistedIdentities)
    if wanted != nil {
      try send(CertificateMessage12(choice?.identity.chain.map(\.der) ?? []), &context)
    }
    let own = try PrivateShare.make(in: group, using: context.random)
    let premaster = try own.sharedSecret(with: share.span)
    try send(ClientKeyExchange(own.publicBytes), &context)
    let secret = progress.negotiated.masterSecret(
      premaster, sessionHash: progress.transcript.digest())
    context.keyLog.log(secret)
    let reply = ClientReply12(progress: progress, secret: secret, proof: proof, group: group)
    guard let choice else {
      return try reply.finished(wanted == nil ? .notRequested : .declined, &context)
    }
    context.clientIdentity = choice.identity
    return .awaitingSignature(
      AwaitingSignature12(
        reply: reply, scheme: choice.scheme, peerSchemes: wanted?.schemes ?? [],
        identity: choice.identity))
  }

  private mutating func send(
    _ message: some HandshakeMessage, _ context: inout HandshakeContext
  ) throws(TLSError) {
    let bytes = try message.encoded()
    try context.recordLayer.send(bytes)
    progress.transcript.add(bytes)
  }
}

extension Negotiated12 {
  /// Returns the master secret, which is bound to the handshake if both sides support the extended
  /// master secret. RFC 7627 section 4.
  fileprivate func masterSecret(
    _ premaster: borrowing SecretBytes, sessionHash: [UInt8]
  ) -> MasterSecret12 {
    hasExtendedMasterSecret
      ? MasterSecret12(suite, premaster, sessionHash: sessionHash)
      : MasterSecret12(
        suite, premaster, clientRandom: clientRandom, serverRandom: serverRandom)
  }
}

/// The handshake state of a TLS 1.2 client that waits for the caller to create a handshake
/// signature.
///
/// The signature covers all handshake messages so far. RFC 5246 section 7.4.8.
struct AwaitingSignature12: ~Copyable, Sendable {
  var reply: ClientReply12
  let scheme: TLS.SignatureScheme
  let peerSchemes: [UInt16]
  let identity: TLS.Identity

  /// The request to the caller for the client's handshake signature.
  var signing: TLS.SigningRequest {
    TLS.SigningRequest(
      scheme: scheme, message: reply.progress.transcript.messages ?? [], peerSchemes: peerSchemes,
      identity: identity)
  }

  /// Continues the TLS 1.2 handshake with the signature that the caller has created.
  consuming func signed(
    _ signature: [UInt8], _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    let message = try CertificateVerify(scheme.rawValue, signature).encoded()
    try context.recordLayer.send(message)
    reply.progress.transcript.add(message)
    return try reply.finished(.signed(scheme), &context)
  }
}
