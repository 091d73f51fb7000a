import ApusCookies
import ApusHTTP
import ApusSerialization
import FuzzSupport

/// Each line is a `Set-Cookie` value; its first byte determines the URL and the elapsed time. The
/// input is also read as a file and as a stored jar.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCookies(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  var limits = CookieJar.Limits()
  limits.cookiesPerDomain = 4
  limits.cookies = 8
  limits.byteCount = 8_000
  var jar = CookieJar(limits: limits, countsLoopbackAsSecure: true)
  var now = HTTP.Date(secondsSinceEpoch: 1_288_569_600)
  for line in bytes.split(separator: 0x0a) {
    let choice = Int(line.first ?? 0)
    guard let url = urls[choice % urls.count] else { return 0 }
    now = HTTP.Date(secondsSinceEpoch: now.secondsSinceEpoch + Int64(choice / urls.count))
    try? jar.receive(Array(line.dropFirst()).span, from: url, at: now)
    require(jar.count <= limits.cookies, "\(jar.count) cookies")
    for url in urls.compactMap({ $0 }) { check(&jar, url, at: now) }
  }
  checkStored(jar, at: now)
  checkFile(CookieFile(parsing: bytes.span, at: now), at: now)
  if let archive = try? JSONCoder().decode(CookieArchive.self, from: bytes) {
    jar.restore(archive, at: now)
    require(jar.count <= limits.cookies, "\(jar.count) cookies")
  }
  return 0
}

private let urls = [
  "https://www.example.org/a/b", "http://www.example.org/a/b", "http://example.org/",
  "https://user.github.io/a", "http://github.io/", "http://192.0.2.7/a/", "http://[::1]/",
  "http://localhost/",
].map { try? HTTP.URL($0) }

/// The sent field has no control characters, and contains the listed cookies.
private func check(_ jar: inout CookieJar, _ url: HTTP.URL, at now: HTTP.Date) {
  let cookies = jar.cookies(for: url, at: now)
  let field = jar.field(for: url, at: now)?.bytes
  require((field == nil) == cookies.isEmpty, "a field without cookies, or the other way round")
  require(
    field?.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7f } ?? true, "a control is sent")
  for cookie in cookies {
    require(!cookie.isExpired(at: now), "\(cookie) has ended")
    require(cookie.domain == url.host || !cookie.isHostOnly, "\(cookie) goes to \(url)")
    require(url.host.publicSuffix?.isWholeName != true || cookie.isHostOnly, "\(cookie)")
    let life = (cookie.expiry ?? now).secondsSinceEpoch - now.secondsSinceEpoch
    require(life <= 400 * 86_400, "\(cookie) lives for \(life) s")
  }
}

/// A jar that is stored and read has the same cookies.
private func checkStored(_ jar: CookieJar, at now: HTTP.Date) {
  let archive = jar.archive(at: now)
  guard let bytes = try? JSONCoder().encode(archive),
    let again = try? JSONCoder().decode(CookieArchive.self, from: bytes)
  else { return require(false, "the jar cannot be stored") }
  require(again == archive, "the jar is read otherwise than it was stored")
  var other = CookieJar()
  require(other.restore(again, at: now).isEmpty, "a stored cookie is refused")
  require(other.cookies(at: now) == archive.cookies, "other cookies than were stored")
}

/// A written file is read as the same cookies.
private func checkFile(_ file: CookieFile, at now: HTTP.Date) {
  let (text, leftOut) = CookieFile(cookies: file.cookies).text()
  let again = CookieFile(parsing: text.span, at: now)
  require(leftOut.isEmpty && again.faults.isEmpty, "a file that cannot be written")
  require(again.cookies == file.cookies, "a file is read otherwise than it was written")
}
