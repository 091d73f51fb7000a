import FuzzSupport

@testable import ApusTLS

/// The bytes are tickets of a server, each after its length in two bytes: the tickets that a client
/// keeps are within its limits, and can be offered.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTickets(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  var cache = TLS.SessionCache(scopeLimit: 1, sessionLimit: 4, byteLimit: 1 << 15)
  let scope = TLS.SessionScope(host: "a.example", port: 443, configuration: [])
  let now = UnixTime(millisecondsSinceEpoch: 1_795_000_000_000)
  var peerLimits = PeerLimits()
  while !input.bytes.isEmpty {
    let length = input.takeByte() << 8 | input.takeByte()
    let body = input.take(length)
    guard let ticket = try? NewSessionTicket(body: ByteReader(body)) else { continue }
    do throws(TLSError) { try peerLimits.count(.tickets, at: now) } catch { break }
    do throws(TLSError) {
      try ticket.extensions.check(in: .newSessionTicket)
      _ = try ticket.extensions.read(EarlyDataLimit.self)
    } catch {
      require(error.alert != nil, "an error that the peer is not told")
      continue
    }
    guard ticket.ticket.count <= TLS.Session.ticketByteLimit else { continue }
    cache.add(
      TLS.Session(
        scope: scope, suite: .aes128GCM, peer: .stored([]), applicationProtocol: nil, received: now,
        lifetime: ticket.lifetime, ticket: ticket.ticket, ageAdd: ticket.ageAdd,
        secret: SessionSecret(SecretBytes(zeros: 32))))
    require(cache.byteCount <= cache.byteLimit && cache.count <= 4, "a cache beyond its limits")
  }
  cache.forget(scope)
  require(cache.byteCount == 0, "a session that is not forgotten")
  return 0
}
