/// The traffic keys of both directions of a TLS 1.3 connection.
///
/// RFC 8446 section 4.6.3.
struct TrafficKeys: ~Copyable, Sendable {
  let suite: TLS.CipherSuite
  private var outgoing: TrafficSecret
  private var incoming: TrafficSecret

  /// Creates the traffic keys from the application traffic secrets of the handshake.
  init(
    _ suite: TLS.CipherSuite, outgoing: consuming TrafficSecret, incoming: consuming TrafficSecret
  ) {
    self.suite = suite
    self.outgoing = outgoing
    self.incoming = incoming
  }

  /// Updates the sending key. If `requestingPeer` is true, requests a key update from the peer.
  mutating func update(requestingPeer: Bool, _ recordLayer: inout RecordLayer) throws(TLSError) {
    let update = requestingPeer ? KeyUpdate.requested : .notRequested
    try recordLayer.send(try update.encoded())
    outgoing = outgoing.next()
    recordLayer.writer.setProtection(outgoing.protection(suite))
  }

  /// Updates the receiving key after a KeyUpdate message, and responds if the peer requests a key
  /// update.
  ///
  /// A single KeyUpdate message responds to several requests that arrive before the response.
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
