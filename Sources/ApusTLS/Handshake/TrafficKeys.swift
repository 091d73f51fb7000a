/// The keys of both directions of a connection, and how they are followed by others.
///
/// RFC 8446 section 4.6.3.
struct TrafficKeys: ~Copyable, Sendable {
  let suite: TLS.CipherSuite
  private var outgoing: TrafficSecret
  private var incoming: TrafficSecret

  /// Starts with the secrets that application data is protected by first.
  init(
    _ suite: TLS.CipherSuite, outgoing: consuming TrafficSecret, incoming: consuming TrafficSecret
  ) {
    self.suite = suite
    self.outgoing = outgoing
    self.incoming = incoming
  }

  /// Goes on with the next key for what this side sends, and perhaps asks for the peer's.
  mutating func update(requestingPeer: Bool, _ recordLayer: inout RecordLayer) throws(TLSError) {
    let update = requestingPeer ? KeyUpdate.requested : .notRequested
    try recordLayer.send(try update.encoded())
    outgoing = outgoing.next()
    recordLayer.writer.setProtection(outgoing.protection(suite))
  }

  /// Goes on with the peer's next key, and answers if it has asked for that.
  ///
  /// However often the peer updates its key before an answer is on its way, it is answered once.
  mutating func receive(
    _ update: KeyUpdate, maySend: Bool, _ recordLayer: inout RecordLayer
  ) throws(TLSError) {
    guard update == .requested || update == .notRequested else {
      throw .broken(.keyUpdateIsKnown)
    }
    incoming = incoming.next()
    try recordLayer.reader.setProtection(incoming.protection(suite))
    guard update == .requested, maySend, !recordLayer.holdsKeyUpdate else { return }
    recordLayer.holdsKeyUpdate = true
    try self.update(requestingPeer: false, &recordLayer)
  }
}
