import FuzzSupport

@testable import ApusTLS

/// The bytes are a stored TLS session: a parsed session is written as the same bytes, has the
/// expected cost, and can be kept, taken and removed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSession(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  guard let session = try? TLS.Session(stored: bytes.span) else { return 0 }
  require(session.lifetime <= TLS.Session.lifetimeLimit, "a session that lives too long")
  require(session.ticket.count <= TLS.Session.ticketByteLimit, "a ticket that is too long")
  require(session.byteCost > session.ticket.count, "a session that costs nothing")
  // A lifetime may be reduced to the maximum; a session that was written once is then written
  // unchanged.
  if let written = stored(session) {
    require(written.count == bytes.count, "a session is not written as it was read")
    let again = try? TLS.Session(stored: written.span)
    require(again.flatMap(stored) == written, "a session is written otherwise than it was read")
  }
  check(session)
  return 0
}

private func stored(_ session: TLS.Session) -> [UInt8]? {
  do throws(TLSError) { return try session.stored().withBytes { $0.copy() } } catch { return nil }
}

private func check(_ session: TLS.Session) {
  require(OfferedSession(session, at: session.received) == nil, "a path that nobody has judged")
  require(OfferedSession12(session, at: session.received) == nil, "a path that nobody has judged")
  _ = session.obfuscatedAge(at: UnixTime(millisecondsSinceEpoch: .max))
  var cache = TLS.SessionCache(scopeLimit: 2, sessionLimit: 2, byteLimit: 1 << 16)
  for _ in 0..<3 { cache.add(session) }
  require(cache.byteCount <= cache.byteLimit && cache.count <= 2, "a cache beyond its limits")
  _ = cache.take(for: session.scope, at: session.received)
  cache.forget(session.scope)
  require(cache.byteCount == 0 && cache.count == 0, "a session that is not forgotten")
}
