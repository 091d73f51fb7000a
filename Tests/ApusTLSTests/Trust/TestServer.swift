import ApusNames
import ApusTLS
import ApusX509

/// A server of a test: what it presents, and what is wrong with it.
struct TestServer: Sendable, CustomStringConvertible {
  /// What is wrong with it, by the names of the checks that find it.
  let flaws: TLS.Danger
  let presented: [X509.Certificate]
  /// The certificate at the upper end of its path, which somebody may pin.
  let top: X509.Certificate

  var description: String { "\(flaws.names)" }

  static let host = Result { try CanonicalHost("www.example.org") }

  /// The root that is trusted.
  static let root = Result { try TestAuthority(root: "root") }

  /// A server for each set of flaws that one server can have.
  static let all: Result<[TestServer], any Error> = Result {
    let root = try TestServer.root.get()
    let stranger = try TestAuthority(root: "stranger")
    var servers: [TestServer] = []
    for flaws in sets(of: [.wrongHost, .expired, .untrusted, .selfSigned]) {
      let host = flaws.contains(.wrongHost) ? "other.example.org" : "www.example.org"
      let dates = flaws.contains(.expired) ? TestAuthority.past : TestAuthority.current
      switch (flaws.contains(.untrusted), flaws.contains(.selfSigned)) {
      case (true, true): continue
      case (false, true):
        let leaf = try TestAuthority.selfSigned(host, valid: dates)
        servers.append(TestServer(flaws: flaws, presented: [leaf], top: leaf))
      case (let isStrange, false):
        let authority = isStrange ? stranger : root
        let leaf = try authority.server(host, valid: dates)
        servers.append(
          TestServer(
            flaws: flaws, presented: [leaf, authority.certificate], top: authority.certificate))
      }
    }
    return servers
  }

  static func sets(of members: [TLS.Danger]) -> [TLS.Danger] {
    members.reduce([[]]) { sets, member in sets + sets.map { $0.union(member) } }
  }
}
