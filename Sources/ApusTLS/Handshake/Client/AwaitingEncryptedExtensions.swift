/// The handshake state after a ServerHello of TLS 1.3, when all handshake messages are encrypted.
///
/// RFC 8446 section 4.3.1.
struct AwaitingEncryptedExtensions: ~Copyable, Sendable {
  let negotiated: Negotiated
  let secrets: HandshakeSecrets
  var transcript: Transcript
  /// The proof of the server's identity from a resumed session, or `nil` in a full handshake.
  let session: ServerProof?

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let answer: EncryptedExtensions = try message.expect()
    try answer.extensions.check(
      in: .encryptedExtensions, requested: negotiated.sentHello.extensions)
    _ = try answer.extensions.read(ServerNameUsed.self)
    _ = try answer.extensions.read(SupportedGroups.self)
    let applicationProtocol = try negotiated.configuration.applicationProtocol(
      in: answer.extensions)
    if let limit: RecordSizeLimit = try answer.extensions.read() {
      guard limit.limit <= RecordLimits.plaintext + 1 else {
        throw .broken(.recordSizeLimitIsInRange)
      }
      context.recordLayer.writer.plaintextLimit = try RecordLimits.plaintext(
        forRecordSizeLimit: limit.limit, .tls13)
      context.recordLayer.reader.plaintextLimit = try RecordLimits.plaintext(
        forRecordSizeLimit: negotiated.configuration.recordSizeLimit ?? .max, .tls13)
    }
    transcript.add(message.bytes)
    let progress = Progress(
      negotiated: negotiated, applicationProtocol: applicationProtocol, transcript: transcript)
    guard let session else {
      return .awaitingCertificateOrRequest(
        AwaitingCertificateOrRequest(progress: progress, secrets: secrets))
    }
    return .awaitingFinished(
      AwaitingFinished(progress: progress, secrets: secrets, proof: session, request: nil))
  }
}

/// The intermediate results of a TLS 1.3 handshake, with the transcript of its messages.
struct Progress: Sendable {
  let negotiated: Negotiated
  let applicationProtocol: [UInt8]?
  var transcript: Transcript
}

extension TLS.ClientConfiguration {
  /// Returns the application protocol that the server has chosen from the offered protocols.
  ///
  /// RFC 7301 section 3.1.
  func applicationProtocol(in extensions: ExtensionList) throws(TLSError) -> [UInt8]? {
    guard let chosen: ProtocolNameList = try extensions.read() else { return nil }
    guard let name = chosen.names.first, chosen.names.count == 1 else {
      throw .broken(.protocolIsOne)
    }
    guard applicationProtocols.contains(name) else {
      throw .broken(.protocolWasOffered)
    }
    return name
  }
}
