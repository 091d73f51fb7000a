import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// RFC 8448 sections 3 to 7: shares, hashes of transcripts, secrets, binder, Finished, and every
/// record of both sides, decrypted and encrypted again.
///
/// Sections 6 and 7 contain no secrets: the records are decrypted with secrets from the private
/// shares.
@Suite struct TraceTests {
  @Test func `the key schedule reproduces the simple handshake of RFC 8448`() throws {
    let trace = try Trace("simple")
    let ours = try trace.x25519("client.private")
    let (hello, answer) = (try trace("ClientHello"), try trace("ServerHello"))
    #expect(hello.contains(run: ours.publicBytes))
    let theirs = Array(answer[answer.count - 38..<answer.count - 6])
    let shared = try ours.sharedSecret(with: theirs.span)
    #expect(shared.bytes == (try trace("shared")))

    var opening = OpeningTranscript()
    opening.add(hello)
    var transcript = Transcript(.sha256, opening)
    transcript.add(answer)
    #expect(transcript.digest() == (try trace("hash.hello")))
    let early = EarlySecret(.sha256)
    let secrets = early.handshakeSecrets(shared, after: transcript.digest())
    try expect(secrets, trace)
    let application = try finish(secrets, &transcript, trace, flightCount: 4)
    #expect(transcript.digest() == (try trace("hash.client")))
    let resumption = application.resumptionSecret(after: transcript.digest())
    let nonce: [UInt8] = [0, 0]
    #expect(resumption.preSharedKey(nonce: nonce.span).bytes == (try trace("resumption")))
    let data = try expectApplicationRecords(application, trace)
    // The ticket that the next trace uses.
    #expect(data.server.count == 2)
    guard case .handshake(let ticket) = data.server.first else { return #expect(Bool(false)) }
    #expect(ticket[0] == 4 && ticket.count == 205)
  }

  @Test func `the key schedule reproduces the resumed handshake of RFC 8448`() throws {
    let trace = try Trace("resumed")
    let ours = try trace.x25519("client.private")
    let (hello, answer) = (try trace("ClientHello"), try trace("ServerHello"))
    let theirs = Array(answer[answer.count - 38..<answer.count - 6])
    let shared = try ours.sharedSecret(with: theirs.span)
    #expect(shared.bytes == (try trace("shared")))

    let early = EarlySecret(.sha256, preSharedKey: try trace.secret("psk"))
    let binders = 2 + 1 + 32
    let beginning = Transcript(.sha256, OpeningTranscript())
      .digest(adding: hello.span.extracting(droppingLast: binders))
    #expect(beginning == (try trace("hash.binder")))
    let binder = early.binder(over: beginning)
    #expect(binder == (try trace("binder")) && hello.suffix(32) == binder[...])
    let wrong = [binder[0] ^ 1] + binder.dropFirst()
    let isRight = early.isBinder(binder.span, over: beginning)
    let isWrong = early.isBinder(wrong.span, over: beginning)
    let isShort = early.isBinder(binder.span.extracting(droppingLast: 1), over: beginning)
    #expect(isRight && !isWrong && !isShort)

    var opening = OpeningTranscript()
    opening.add(hello)
    var transcript = Transcript(.sha256, opening)
    #expect(transcript.digest() == (try trace("hash.early")))
    let earlyTraffic = early.clientTraffic(after: transcript.digest())
    #expect(earlyTraffic.bytes == (try trace("client.early")))
    let earlyData = try read(try trace("early.flight") + trace("early.end"), earlyTraffic)
    #expect(earlyData.applicationData == Array("ABCDEF".utf8))
    #expect(earlyData.events == [.handshake([5, 0, 0, 0])] && earlyData.failure == nil)

    transcript.add(answer)
    let secrets = early.handshakeSecrets(shared, after: transcript.digest())
    try expect(secrets, trace)
    let application = try finish(
      secrets, &transcript, trace, flightCount: 2, behindServer: [[5, 0, 0, 0]])
    _ = try expectApplicationRecords(application, trace)
  }

  @Test func `the key schedule reproduces the retried handshake of RFC 8448`() throws {
    let trace = try Trace("retried")
    let ours = try trace.p256("client.private")
    let theirs = try trace.p256("server.private")
    let (hello, answer) = (try trace("ClientHello"), try trace("ServerHello"))
    #expect(hello.contains(run: ours.publicBytes))
    #expect(answer.contains(run: theirs.publicBytes))
    let theirBytes = theirs.publicBytes
    let shared = try ours.sharedSecret(with: theirBytes.span)
    #expect(shared.bytes == (try trace("shared")))

    var opening = OpeningTranscript()
    opening.add(try trace("ClientHello1"))
    var transcript = Transcript(.sha256, opening, keepingMessages: true)
    transcript.replaceByHash()
    transcript.add(try trace("HelloRetryRequest"))
    #expect(transcript.digest() == (try trace("hash.retry")))
    transcript.add(hello)
    transcript.add(answer)
    #expect(transcript.digest() == (try trace("hash.hello")))
    let early = EarlySecret(.sha256)
    let secrets = early.handshakeSecrets(shared, after: transcript.digest())
    try expect(secrets, trace)
    let application = try finish(secrets, &transcript, trace, flightCount: 4)
    _ = try expectApplicationRecords(application, trace)
  }

  /// Section 6: the client sends a certificate too; the trace contains no secrets.
  @Test func `the key schedule reproduces the client authentication of RFC 8448`() throws {
    try expectRecords(of: "authenticated", flightCount: 5, answerCount: 3)
  }

  /// Section 7: both sides send a ChangeCipherSpec, which is ignored.
  @Test func `the key schedule reproduces the compatibility mode of RFC 8448`() throws {
    try expectRecords(of: "compatible", flightCount: 4, answerCount: 1)
  }

  private func expectRecords(of name: String, flightCount: Int, answerCount: Int) throws {
    let trace = try Trace(name)
    let ours = try trace.x25519("client.private")
    let theirs = try trace.x25519("server.private")
    let (hello, answer) = (try trace("ClientHello"), try trace("ServerHello"))
    #expect(hello.contains(run: ours.publicBytes) && answer.contains(run: theirs.publicBytes))
    let (ourBytes, theirBytes) = (ours.publicBytes, theirs.publicBytes)
    let shared = try ours.sharedSecret(with: theirBytes.span)
    let again = try theirs.sharedSecret(with: ourBytes.span)
    #expect(shared.bytes == again.bytes)
    var opening = OpeningTranscript()
    opening.add(hello)
    opening.add(answer)
    var transcript = Transcript(.sha256, opening)
    let early = EarlySecret(.sha256)
    let secrets = early.handshakeSecrets(shared, after: transcript.digest())
    let flight = try read(try trace("server.flight"), secrets.server)
    #expect(flight.events.count == flightCount && flight.failure == nil)
    for case .handshake(let message) in flight.events.dropLast() { transcript.add(message) }
    let finished = try trace("server.finished")
    #expect(flight.events.last == .handshake([20, 0, 0, 32] + finished))
    #expect(secrets.server.finished(over: transcript.digest()) == finished)
    transcript.add([20, 0, 0, 32] + finished)
    let application = secrets.applicationSecrets(after: transcript.digest())
    let reply = try read(try trace("client.flight"), secrets.client)
    #expect(reply.events.count == answerCount && reply.failure == nil)
    for case .handshake(let message) in reply.events.dropLast() { transcript.add(message) }
    let verifyData = secrets.client.finished(over: transcript.digest())
    #expect(reply.events.last == .handshake([20, 0, 0, 32] + verifyData))
    try expectApplicationRecords(application, trace)
  }

  // MARK: Steps that all have

  private func expect(_ secrets: borrowing HandshakeSecrets, _ trace: Trace) throws {
    #expect(secrets.client.bytes == (try trace("client.handshake")))
    #expect(secrets.server.bytes == (try trace("server.handshake")))
  }

  /// Decrypts both flights, checks both Finished, and continues to the next secrets.
  private func finish(
    _ secrets: borrowing HandshakeSecrets, _ transcript: inout Transcript, _ trace: Trace,
    flightCount: Int, behindServer: [[UInt8]] = []
  ) throws -> ApplicationSecrets {
    let flight = try read(try trace("server.flight"), secrets.server)
    #expect(flight.events.count == flightCount && flight.failure == nil)
    for case .handshake(let message) in flight.events.dropLast() { transcript.add(message) }
    let serverData = try trace("server.finished")
    #expect(flight.events.last == .handshake([20, 0, 0, 32] + serverData))
    #expect(secrets.server.finished(over: transcript.digest()) == serverData)
    let isRight = secrets.server.isFinished(serverData.span, over: transcript.digest())
    let isTheClients = secrets.client.isFinished(serverData.span, over: transcript.digest())
    #expect(isRight && !isTheClients)
    transcript.add([20, 0, 0, 32] + serverData)
    if let digest = try? trace("hash.server") { #expect(transcript.digest() == digest) }
    let application = secrets.applicationSecrets(after: transcript.digest())
    #expect(application.client.bytes == (try trace("client.application")))
    #expect(application.server.bytes == (try trace("server.application")))
    #expect(application.exporter.withBytes { $0.copy() } == (try trace("exporter")))

    for message in behindServer { transcript.add(message) }
    let clientData = try trace("client.finished")
    #expect(secrets.client.finished(over: transcript.digest()) == clientData)
    let answer = try read(try trace("client.flight"), secrets.client)
    #expect(answer.events == [.handshake([20, 0, 0, 32] + clientData)])
    transcript.add([20, 0, 0, 32] + clientData)
    return application
  }

  /// Decrypts the records of both sides after the handshake, which end with close_notify.
  @discardableResult
  private func expectApplicationRecords(
    _ secrets: borrowing ApplicationSecrets, _ trace: Trace
  ) throws -> (client: [RecordReader.Event], server: [RecordReader.Event]) {
    let client = try read(try trace("client.later"), secrets.client)
    let server = try read(try trace("server.later"), secrets.server)
    let data = (0..<UInt8(50)).map { $0 }
    for reading in [client, server] {
      #expect(reading.failure == nil)
      #expect(reading.events.last == .alert(level: 1, description: 0))
      #expect(reading.applicationData == data || reading.applicationData == [])
    }
    return (client.events, server.events)
  }

  /// Decrypts records, and checks that their content is encrypted to the same records.
  private func read(_ records: [UInt8], _ secret: borrowing TrafficSecret) throws -> RecordReading {
    var reader = RecordReader { _ in 1 << 14 }
    try reader.setProtection(secret.protection(.aes128GCM))
    reader.allowsApplicationData = true
    reader.changeCipherSpecRule = .dropped
    try expectWritten(records, secret)
    return RecordReading(records, pieceSize: 100, by: &reader)
  }

  /// Decrypts the records one after the other, and encrypts them again.
  private func expectWritten(_ records: [UInt8], _ secret: borrowing TrafficSecret) throws {
    var reader = RecordReader { _ in 1 << 14 }
    var writer = RecordWriter()
    try reader.setProtection(secret.protection(.aes128GCM))
    writer.setProtection(secret.protection(.aes128GCM))
    reader.allowsApplicationData = true
    reader.changeCipherSpecRule = .dropped
    var rest = ByteReader(records)
    var written: [UInt8] = []
    while !rest.isAtEnd {
      let header = try rest.readBytes(3)
      let payload = try rest.readVector16().bytes()
      let record = header + [UInt8(payload.count >> 8), UInt8(payload.count & 0xff)] + payload
      guard header[0] != ContentType.changeCipherSpec.rawValue else {
        writer.writeChangeCipherSpec(to: &written)
        continue
      }
      let content = RecordReading(record, pieceSize: record.count, by: &reader)
      #expect(content.failure == nil)
      var messages: [UInt8] = []
      for case .handshake(let message) in content.events { messages += message }
      for case .alert(let level, let number) in content.events {
        try writer.write(.alert, [level, number].span, to: &written)
      }
      try writer.write(.handshake, messages.span, to: &written)
      try writer.write(.applicationData, content.applicationData.span, to: &written)
    }
    #expect(written == records)
  }
}

extension [UInt8] {
  fileprivate func contains(run: [UInt8]) -> Bool {
    indices.dropLast(run.count - 1).contains { self[$0..<$0 + run.count] == run[...] }
  }
}
