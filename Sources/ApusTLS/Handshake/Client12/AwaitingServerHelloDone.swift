import ApusBytes

/// The state before the server has said all that it says first, perhaps with a request for the
/// client's certificate.
///
/// RFC 5246 sections 7.4.4 and 7.4.5.
struct AwaitingServerHelloDone: ~Copyable, Sendable {
  var progress: Progress12
  let group: TLS.NamedGroup
  let share: [UInt8]
  let proof: ServerProof
  let request: CertificateRequest12?

  consuming func received(
    _ message: ReceivedMessage, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake12 {
    if request == nil, message.type == .certificateRequest {
      let request: CertificateRequest12 = try message.expect()
      progress.transcript.add(message.bytes)
      return .awaitingServerHelloDone(
        AwaitingServerHelloDone(
          progress: progress, group: group, share: share, proof: proof, request: request))
    }
    _ = try message.expect(ServerHelloDone.self)
    // The server has nothing more to say before it has the client's share.
    guard surroundings.link.reader.isAtBorder else { throw .keyChangeInsideRecord }
    progress.transcript.add(message.bytes)
    return try replied(&surroundings)
  }

  /// Sends the client's certificates if they were asked for, and its share.
  private consuming func replied(
    _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake12 {
    let identity = progress.agreed.configuration.identity
    let scheme = request?.scheme(for: identity)
    if request != nil {
      let certificates = scheme == nil ? [] : identity?.chain ?? []
      try send(CertificateMessage12(certificates.map(\.der)), &surroundings)
    }
    let own = try PrivateShare.make(in: group, using: surroundings.random)
    let premaster = try own.sharedSecret(with: share.span)
    try send(ClientKeyExchange(own.publicBytes), &surroundings)
    let secret = progress.agreed.masterSecret(premaster, sessionHash: progress.transcript.digest())
    surroundings.keyLog.log(secret)
    let peerSchemes = request?.schemes
    let reply = ClientReply12(progress: progress, secret: secret, proof: proof, group: group)
    guard let scheme else {
      return try reply.finished(peerSchemes == nil ? .notRequested : .declined, &surroundings)
    }
    return .awaitingSignature(
      AwaitingSignature12(reply: reply, scheme: scheme, peerSchemes: peerSchemes ?? []))
  }

  private mutating func send(
    _ message: some HandshakeMessage, _ surroundings: inout Surroundings
  ) throws(TLSError) {
    let bytes = try message.encoded()
    try surroundings.link.send(bytes)
    progress.transcript.add(bytes)
  }
}

extension CertificateRequest12 {
  /// How an identity would sign for the request, if it can.
  fileprivate func scheme(for identity: TLS.Identity?) -> TLS.SignatureScheme? {
    guard let identity, let key = try? identity.leaf.verificationKey() else { return nil }
    return identity.schemes.first { $0.fits(key, in: .tls12) && schemes.contains($0.rawValue) }
  }
}

extension Agreed12 {
  /// The master secret, bound to the handshake if both sides can do that. RFC 7627 section 4.
  fileprivate func masterSecret(
    _ premaster: borrowing SecretBytes, sessionHash: [UInt8]
  ) -> MasterSecret12 {
    hasExtendedMasterSecret
      ? MasterSecret12(suite, premaster, sessionHash: sessionHash)
      : MasterSecret12(
        suite, premaster, clientRandom: clientRandom, serverRandom: serverRandom)
  }
}

/// The state in which the caller signs; nothing is read meanwhile.
///
/// All messages so far are signed. RFC 5246 section 7.4.8.
struct AwaitingSignature12: ~Copyable, Sendable {
  var reply: ClientReply12
  let scheme: TLS.SignatureScheme
  let peerSchemes: [UInt16]

  /// What the caller is asked for.
  var signing: TLS.SigningRequest {
    TLS.SigningRequest(
      scheme: scheme, message: reply.progress.transcript.messages ?? [], peerSchemes: peerSchemes)
  }

  /// Goes on with the signature that was asked for.
  consuming func signed(
    _ signature: [UInt8], _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake12 {
    let message = try CertificateVerify(scheme.rawValue, signature).encoded()
    try surroundings.link.send(message)
    reply.progress.transcript.add(message)
    return try reply.finished(.signed(scheme), &surroundings)
  }
}
