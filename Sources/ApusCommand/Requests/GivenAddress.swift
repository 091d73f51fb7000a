import ApusNames
import ApusNet

/// The IP address that the option `--resolve` gives a host, which replaces the name lookup.
///
///     HOST:PORT:ADDRESS
struct GivenAddress {
  static let option = Option(
    "resolve", takes: "HOST:PORT:ADDRESS", isRepeatable: true,
    "uses this IP address for the URL's host, without a name lookup")
  static let expected = "the URL's host and port with an IP address, as in example.com:443:10.0.0.7"

  let host: CanonicalHost
  let port: UInt16
  let address: String

  init?(_ text: String) {
    let parts = text.utf8.split(separator: 0x3a, maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 3, let host = try? CanonicalHost(parts[0]),
      let port = PortNumber.read(parts[1])
    else { return nil }
    // An IPv6 address may have brackets, as in a URL.
    let isBracketed = parts[2].utf8.first == 0x5b && parts[2].utf8.last == 0x5d
    let bare = isBracketed ? String(parts[2].dropFirst().dropLast()) : parts[2]
    guard HostAddress(bare) != nil else { return nil }
    (self.host, self.port, address) = (host, port, bare)
  }
}
