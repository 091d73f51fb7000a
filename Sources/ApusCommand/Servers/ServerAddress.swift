import ApusBytes
import ApusHTTP
import ApusNames
import ApusNet

/// The host and port of a server whose certificates the tool reads.
///
///     host ":" port  /  "https://" host [ ":" port ] [ "/" ]
struct ServerAddress: Hashable, CustomStringConvertible {
  static let expected = "a host name and a port, as in example.com:443"

  let origin: HTTP.Origin

  /// Parses an operand that has the form of a server. All other operands are file paths.
  init?(operand text: String) {
    let isURL = text.utf8.starts(with: "https://".utf8)
    let port = text.utf8.split(separator: 0x3a).last.map { String(decoding: $0, as: UTF8.self) }
    guard isURL || port.flatMap({ PortNumber.read($0) }) != nil else { return nil }
    self.init(text)
  }

  /// Parses the host and port of a server. The given port is used if the text contains no port.
  init?(_ text: String, port: UInt16 = 443) {
    let isURL = text.utf8.starts(with: "https://".utf8)
    let last = text.utf8.split(separator: 0x3a, omittingEmptySubsequences: false).last
    let hasPort = last.flatMap { PortNumber.read(String(decoding: $0, as: UTF8.self)) } != nil
    let address = isURL ? text : "https://\(text)" + (hasPort ? "" : ":\(port)")
    guard let url = try? HTTP.URL(address), url.query == nil,
      url.fragment == nil, url.path.utf8.isEmpty || isURL && url.path == "/"
    else { return nil }
    origin = url.origin
  }

  var host: CanonicalHost { origin.host }

  /// The host and port in the form of the command line.
  var description: String {
    if case .ipv6(let address) = host {
      let zone = origin.zone.map { "%25" + ForeignText.escaped($0.utf8) } ?? ""
      return "[\(address)\(zone)]:\(origin.port)"
    }
    return "\(host):\(origin.port)"
  }
}
