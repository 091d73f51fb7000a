import ApusBytes

/// The progress of a server's deliberate fault.
struct ServerFaultState: Sendable {
  /// The handshake message that the server sends after the next message because of a fault.
  fileprivate var delayed: [UInt8]?
  /// The number of output bytes after which the fault ends the connection.
  fileprivate var endsAt: Int?
  fileprivate var hasGreeted = false
  fileprivate var sentByteCount = 0
  fileprivate var protectedRecordCount = 0
  /// The simulated end of the connection because of the fault, or `nil` if the connection
  /// continues.
  fileprivate(set) var ending: TLS.ServerFault.Ending?
}

extension ServerHandshakeContext {
  /// Sends a handshake message with the change of the deliberate fault. Returns the bytes for the
  /// transcript.
  mutating func send(_ message: [UInt8]) throws(TLSError) -> [UInt8] {
    if let delayed = fault.delayed.take() {
      try recordLayer.send(message)
      try recordLayer.send(delayed)
      return message + delayed
    }
    guard case .flight(let one, let change) = configuration.fault,
      one.type.rawValue == message.first
    else {
      let sent = try configuration.fault == .downgrade ? downgraded(message) : message
      try recordLayer.send(sent)
      return sent
    }
    return try send(message, one, change)
  }

  private mutating func send(
    _ message: [UInt8], _ one: TLS.ServerFault.Message, _ change: TLS.ServerFault.Change
  ) throws(TLSError) -> [UInt8] {
    var sent = message
    switch change {
    case .altered(let index, let bits):
      let at = index < 0 ? message.count + index : index
      if sent.indices.contains(at) { sent[at] ^= bits }
    case .resized(let count): sent = resized(message, by: count)
    case .extended(let number): sent = try one.extended(ReceivedMessage(message), by: number)
    case .repeated: try recordLayer.send(message)
    case .omitted: return []
    case .delayed:
      fault.delayed = message
      return []
    case .unprotected:
      RecordWriter.writeUnprotected(.handshake, message, to: &recordLayer.outgoing)
      return message
    case .followed(let bytes):
      try recordLayer.send(message + bytes)
      return message
    case .end(let ending):
      fault.ending = ending
      fault.endsAt = recordLayer.outgoing.count
    }
    try recordLayer.send(sent)
    return change == .repeated ? sent + sent : sent
  }

  /// Returns the handshake message with a different body length and a matching header.
  private func resized(_ message: [UInt8], by difference: Int) -> [UInt8] {
    let count = max(0, message.count - 4 + difference)
    let body = message.dropFirst(4).prefix(count)
    let zeros = [UInt8](repeating: 0, count: count - body.count)
    let length = [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    return message.prefix(1) + length + body + zeros
  }

  /// Returns a ServerHello of TLS 1.2 instead of TLS 1.3, with the downgrade mark in its random
  /// bytes.
  ///
  /// RFC 8446 section 4.1.3.
  private func downgraded(_ message: [UInt8]) throws(TLSError) -> [UInt8] {
    let received = try ReceivedMessage(message)
    guard received.type == .serverHello else { return message }
    let hello: ServerHello = try received.expect()
    let number = hello.random.bytes.dropLast(8) + HelloRandom.downgradeToTLS12
    var reader = ByteReader(Array(number))
    let random: HelloRandom
    do throws(DecodeError) { random = try HelloRandom(from: &reader) } catch {
      throw .malformed(error)
    }
    let suite = TLS.CipherSuite.ecdheECDSAWithAES128GCM
    return try ServerHello(
      random: random, legacySessionIDEcho: [], cipherSuite: suite.rawValue
    ).encoded()
  }
}

extension ServerHandshakeContext {
  /// Sends the additional records or messages of the deliberate fault after the handshake.
  mutating func sendAddition(_ keys: inout TrafficKeys) throws(TLSError) {
    guard case .afterHandshake(let addition) = configuration.fault else { return }
    switch addition {
    case .keyUpdates(let count, let requestingPeer):
      for _ in 0..<max(0, count) { try keys.update(requestingPeer: requestingPeer, &recordLayer) }
    case .emptyRecords(let count):
      for _ in 0..<max(0, count) {
        try recordLayer.writer.writeEmptyApplicationData(to: &recordLayer.outgoing)
      }
    case .alerts(let count, let level, let description):
      for _ in 0..<max(0, count) {
        try recordLayer.writer.write(.alert, [level, description].span, to: &recordLayer.outgoing)
      }
    case .message(let message): try recordLayer.send(message)
    case .bytes(let bytes): recordLayer.outgoing += bytes
    }
  }

  /// Returns the bytes to send to the client, and removes them from the output buffer.
  mutating func takeOutgoing() -> [UInt8] {
    recordLayer.holdsKeyUpdate = false
    defer { recordLayer.outgoing = [] }
    guard let wrong = configuration.fault else { return recordLayer.outgoing }
    return fault.changed(recordLayer.outgoing, by: wrong)
  }
}

extension ServerFaultState {
  /// Returns the output records with the changes of the deliberate fault.
  fileprivate mutating func changed(
    _ records: [UInt8], by fault: TLS.ServerFault
  ) -> [UInt8] {
    defer { sentByteCount += records.count }
    switch fault {
    case .greeting(let bytes):
      guard !hasGreeted, !records.isEmpty else { return records }
      hasGreeted = true
      return bytes + records
    case .forgedRecord(let number): return forged(records, number)
    case .end(let count, let ending):
      let rest = max(0, count - sentByteCount)
      guard rest <= records.count else { return records }
      self.ending = ending
      return Array(records.prefix(rest))
    case .flight:
      guard ending != nil else { return records }
      defer { endsAt = 0 }
      return Array(records.prefix(endsAt ?? 0))
    case .downgrade, .afterHandshake: return records
    }
  }

  private mutating func forged(_ records: [UInt8], _ number: Int) -> [UInt8] {
    var records = records
    var start = 0
    while start + 5 <= records.count {
      let end = start + 5 + Int(records[start + 3]) << 8 + Int(records[start + 4])
      if records[start] == ContentType.applicationData.rawValue {
        if protectedRecordCount == number, end <= records.count { records[end - 1] ^= 1 }
        protectedRecordCount += 1
      }
      start = end
    }
    return records
  }
}

extension TLS.ServerFault.Message {
  fileprivate var type: HandshakeType {
    switch self {
    case .serverHello: .serverHello
    case .encryptedExtensions: .encryptedExtensions
    case .certificateRequest: .certificateRequest
    case .certificate: .certificate
    case .certificateVerify: .certificateVerify
    case .finished: .finished
    }
  }

  /// Returns the handshake message with an additional extension. A message without extensions is
  /// returned unchanged.
  fileprivate func extended(
    _ message: ReceivedMessage, by number: UInt16
  ) throws(TLSError) -> [UInt8] {
    switch self {
    case .serverHello:
      var hello: ServerHello = try message.expect()
      hello.extensions.append(number, [])
      return try hello.encoded()
    case .encryptedExtensions:
      var answer: EncryptedExtensions = try message.expect()
      answer.extensions.append(number, [])
      return try answer.encoded()
    case .certificateRequest:
      var request: CertificateRequest = try message.expect()
      request.extensions.append(number, [])
      return try request.encoded()
    case .certificate:
      var certificate: CertificateMessage = try message.expect()
      if !certificate.entries.isEmpty { certificate.entries[0].extensions.append(number, []) }
      return try certificate.encoded()
    case .certificateVerify, .finished: return message.bytes
    }
  }
}
