import ApusBytes

/// The random input of a jar, from a seed, so that it can be repeated.
struct CookieSequence {
  /// A case in which Go's `net/http/cookiejar` intentionally differs from RFC 6265bis.
  enum Departure: String, CaseIterable {
    /// Go drops a cookie without a name; section 5.6 keeps its value.
    case nameless = "5.6 nameless"
    /// Go drops names that are not tokens, and values with quotes, backslashes or other scripts;
    /// section 5.6 keeps all bytes except controls.
    case bytes = "5.6 bytes"
    /// Go ignores prefixes of names; section 5.7, steps 20 to 22.
    case prefix = "5.7 prefixes"
    /// Go accepts `Secure` over http; section 5.7, step 13.
    case secureFromInsecure = "5.7 secure over http"
    /// Go lets http cookies shadow secure ones; section 5.7, step 16.
    case shadowing = "5.7 shadowing"
    /// Go accepts `SameSite=None` without `Secure`; section 5.7, step 19.
    case sameSite = "5.7 SameSite=None"
    /// Go treats a cookie of a host and one of the same domain as one; section 5.7, step 23.
    case reach = "5.7 host-only"
    /// Go rejects an address with a dot before it; section 5.6.3 removes the dot.
    case dottedAddress = "5.6.3 .address"
    /// Go accepts `Max-Age` with a plus sign, and rejects values that it cannot represent; section
    /// 5.6.2.
    case maxAge = "5.6.2 Max-Age"
    /// Go parses dates only in HTTP's form; section 5.1.1.
    case expires = "5.1.1 dates"
  }

  enum Step {
    case set(url: String, value: [UInt8])
    case get(url: String)
  }

  static let suffixes = ["com", "org", "co.uk", "uk", "github.io", "io"]

  /// The steps without a departure.
  private(set) var plain: [Step] = []
  /// The steps with exactly one kind of departure.
  private(set) var odd: [Step] = []
  /// The kind of departure.
  let departure: Departure

  private var random: SplitMix
  private let site: [String]
  /// The names of secure cookies, and the host-only flag of the first cookie of each name and
  /// domain.
  private var secureNames: Set<String> = []
  private var reaches: [String: Bool] = [:]

  init(number: Int, seed: UInt64) {
    departure = Departure.allCases[number % Departure.allCases.count]
    random = SplitMix(state: seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
    // Rare combinations are made more frequent.
    site = departure == .dottedAddress ? [Self.address] : random.element(of: Self.sites)
    for _ in 0..<(6 + random.below(14)) { addCookie() }
    for _ in 0..<8 { add(.get(url: url(on: host())), []) }
  }

  private mutating func add(_ step: Step, _ departures: Set<Departure>) {
    if departures.isEmpty { plain.append(step) }
    if departures.subtracting([departure]).isEmpty { odd.append(step) }
  }

  private mutating func addCookie() {
    let host = host()
    let url = url(on: host)
    let isHTTPS = url.utf8.starts(with: "https:".utf8)
    var (pair, name, departures) = pair()
    var isSecure = false
    if random.below(3) == 0 {
      isSecure = true
      pair += "; Secure"
      if !isHTTPS { departures.insert(.secureFromInsecure) }
    }
    if !isHTTPS, !isSecure, secureNames.contains(name) { departures.insert(.shadowing) }
    if isSecure { secureNames.insert(name) }
    let domain = domain(of: host)
    if let domain { pair += "; Domain=\(domain)" }
    let bare = (domain ?? "").lowercased().drop { $0 == "." }
    let place = "\(name) \(bare.isEmpty ? host : String(bare))"
    let reach = reaches[place, default: bare.isEmpty]
    reaches[place] = reach
    if reach != bare.isEmpty { departures.insert(.reach) }
    if domain == "." + Self.address { departures.insert(.dottedAddress) }
    pair += lifetime(&departures)
    if random.below(2) == 0 { pair += "; Path=" + random.element(of: Self.paths) }
    switch random.below(8) {
    case 0: pair += "; SameSite=Lax; HttpOnly"
    case 1:
      pair += "; SameSite=None"
      if !isSecure { departures.insert(.sameSite) }
    default: break
    }
    add(.set(url: url, value: Array(pair.utf8)), departures)
    if random.below(3) == 0 { add(.get(url: self.url(on: self.host())), []) }
  }

  private mutating func pair() -> (text: String, name: String, Set<Departure>) {
    let value = random.element(of: ["1", "2", "x=y", "1 2", "1,2", "\"q\"", ""])
    switch random.below(16) {
    case 0:
      let text = random.element(of: ["v", "=v", "=a=v"])
      return (text, text == "=a=v" ? "a" : "", [.nameless])
    case 1:
      let text = random.element(of: ["a b=1", "é=1", "b=\\", "c=é", "a=1\"2", "b=1\t2"])
      return (text, String(text.prefix { $0 != "=" }), [.bytes])
    case 2:
      let name = random.element(of: ["__Host-a", "__host-b", "__Secure-a", "__SECURE-b"])
      return ("\(name)=\(value)", name, [.prefix])
    default:
      let name = departure == .shadowing ? "a" : random.element(of: ["a", "b", "c", "sid"])
      return ("\(name)=\(value)", name, [])
    }
  }

  private mutating func lifetime(_ departures: inout Set<Departure>) -> String {
    var text = ""
    switch random.below(12) {
    case 0: text += "; Max-Age=0"
    case 1: text += "; max-age=" + random.element(of: ["1000", "100000000", "-1", "x", ""])
    case 2:
      text += "; Max-Age=" + random.element(of: ["+0", "-99999999999999999999"])
      departures.insert(.maxAge)
    default: break
    }
    switch random.below(12) {
    case 0: text += "; Expires=Thu, 01 Jan 1970 00:00:10 GMT"
    case 1: text += "; expires=Thu, 01-Jan-2099 00:00:00 GMT"
    case 2:
      text += "; Expires=" + random.element(of: ["1 Jan 1970 00:00:00", "1970 jan 2 3:4:5"])
      departures.insert(.expires)
    default: break
    }
    return text
  }

  private static let sites = [
    ["example.org", "www.example.org", "a.www.example.org", "other.example.org"],
    ["example.co.uk", "www.example.co.uk"], ["github.io", "user.github.io"], [address],
    ["localhost"],
  ]
  private static let address = "192.0.2.7"
  private static let paths = ["/", "/a", "/a/", "/a/b", "/ab", "b", ""]

  /// Returns a host, mostly of the sequence's own site, so that cookies meet.
  private mutating func host() -> String {
    random.element(of: random.below(5) == 0 ? random.element(of: Self.sites) : site)
  }

  private mutating func url(on host: String) -> String {
    let scheme = random.below(2) == 0 ? "http" : "https"
    return "\(scheme)://\(host)"
      + random.element(of: ["", "/", "/a", "/a/", "/a/b", "/a/b/c", "/ab"])
  }

  /// Returns a domain for a cookie of a host: its own, one above it, a forbidden one, or none.
  private mutating func domain(of host: String) -> String? {
    let labels = host.split(separator: ".")
    let above = labels.dropFirst(random.below(labels.count)).joined(separator: ".")
    if departure == .dottedAddress, random.below(4) == 0 { return "." + host }
    switch random.below(12) {
    case 0...2: return above
    case 3: return "." + above
    case 4: return above.uppercased()
    case 5: return host
    case 6: return random.element(of: ["", "other.org", "x.\(host)", "\(host).", "org"])
    default: return nil
    }
  }
}

/// A small generator of numbers that are the same on all systems.
struct SplitMix {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ mixed >> 31) % UInt64(limit))
  }

  mutating func element<Element>(of list: [Element]) -> Element { list[below(list.count)] }
}
