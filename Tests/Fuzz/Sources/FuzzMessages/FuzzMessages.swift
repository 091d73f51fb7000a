import FuzzSupport

@testable import ApusTLS

/// The first byte is the type of a handshake message, the rest is its body: a parsed message is
/// written as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let type = HandshakeType(rawValue: UInt8(input.takeByte()))
  let body = input.bytes
  switch type {
  case .helloRequest: check(HelloRequest.self, body)
  case .clientHello: check(ClientHello.self, body)
  case .serverHello: check(ServerHello.self, body)
  case .newSessionTicket:
    check(NewSessionTicket.self, body)
    check(NewSessionTicket12.self, body)
  case .encryptedExtensions: check(EncryptedExtensions.self, body)
  case .certificate:
    check(CertificateMessage.self, body)
    check(CertificateMessage12.self, body)
  case .serverKeyExchange: check(ServerKeyExchange.self, body)
  case .certificateRequest:
    check(CertificateRequest.self, body)
    check(CertificateRequest12.self, body)
  case .serverHelloDone: check(ServerHelloDone.self, body)
  case .certificateVerify: check(CertificateVerify.self, body)
  case .clientKeyExchange: check(ClientKeyExchange.self, body)
  case .finished: check(Finished.self, body)
  case .certificateStatus: check(CertificateStatus.self, body)
  case .keyUpdate: check(KeyUpdate.self, body)
  case .endOfEarlyData, .compressedCertificate, .messageHash, nil: break
  }
  return 0
}

private func check<Message: HandshakeMessage>(_: Message.Type, _ body: [UInt8]) {
  do throws(TLSError) {
    let message = try Message(body: ByteReader(body))
    let written = try message.encoded()
    // A Hello without extensions may have an empty list, or no list.
    let isHello = Message.handshakeType == .serverHello || Message.handshakeType == .clientHello
    let isShortened = isHello && written.dropFirst(4) + [0, 0] == body[...]
    require(isShortened || written.dropFirst(4) == body[...], "written otherwise than it was read")
  } catch {
    require(error.alert != nil, "an error that the peer is not told")
  }
}
