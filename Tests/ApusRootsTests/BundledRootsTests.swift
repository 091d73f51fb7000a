import ApusConnections
import ApusNet
import ApusX509
import ApusX509Files
import Testing

@testable import ApusRoots

/// Mozilla's roots that are a part of the program.
@Suite struct BundledRootsTests {
  /// A moment at which the chain of the fixture is valid.
  private let moment = UnixTime(secondsSinceEpoch: 1_768_309_427)
  private let fixtures =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    + "/Fixtures"

  private func verify(_ chain: String, for host: String, under anchors: X509.Anchors) throws {
    let path = fixtures + "/" + chain
    let certificates = try X509.Bundle(contentsOf: path).certificates().certificates
    let leaf = try #require(certificates.first)
    _ = try X509.Verifier(anchors: anchors, profile: .web)
      .verify(
        leaf, intermediates: certificates, for: .server(try CanonicalHost(host)), at: moment)
  }

  @Test func `each bundled root certificate is a readable certificate of an authority`() throws {
    let (certificates, problems) = X509.Bundle(BundledRoots.text).certificates()
    #expect(problems.isEmpty && certificates.count == BundledRoots.count)
    #expect(certificates.count > 100 && Set(certificates).count == certificates.count)
    for certificate in certificates {
      #expect(certificate.issuer == certificate.subject)
      let constraints = try certificate.basicConstraints
      #expect(constraints?.isAuthority == true, "\(certificate.subject)")
    }
  }

  @Test func `bundled roots verify a public server's chain and no private chain`()
    throws
  {
    try verify("roots/chain.pem", for: "docs.python.org", under: .bundled)
    #expect(throws: (any Error).self) {
      try verify("roots/chain.pem", for: "www.example.com", under: .bundled)
    }
    #expect(throws: (any Error).self) {
      try verify("chains/private-server.pem", for: "www.example.com", under: .bundled)
    }
  }

  @Test func `the bundled roots of a session verify a public server's certificate chain`() throws {
    let roots = try Connections.Roots.bundled.roots()
    try verify("roots/chain.pem", for: "docs.python.org", under: roots.anchors)
    #expect(roots.digest.count == 32)
  }

  @Test func `a system without root certificates uses the bundled root certificates`() throws {
    let places = RootPlaces(
      places: [.file("/never/roots.pem")], count: .first, isStrict: false, usesLinkedRoots: true)
    var reading = RootReading(isStrict: false)
    try reading.read(places) { _ in }
    try verify("roots/chain.pem", for: "docs.python.org", under: reading.anchors)
    #expect(RootPlaces.system { _ in nil }.usesLinkedRoots)
  }

  @Test func `a system with root certificates does not use the bundled root certificates`() throws {
    let places = RootPlaces(
      places: [.file(fixtures + "/chains/private-ca.pem")], count: .first, isStrict: false,
      usesLinkedRoots: true)
    var reading = RootReading(isStrict: false)
    try reading.read(places) { _ in }
    #expect(throws: (any Error).self) {
      try verify("roots/chain.pem", for: "docs.python.org", under: reading.anchors)
    }
  }

  @Test func `an unreadable file in SSL_CERT_FILE is an error despite bundled roots`() {
    let places = RootPlaces.system { $0 == "SSL_CERT_FILE" ? "/never/roots.pem" : nil }
    var reading = RootReading(isStrict: false)
    #expect(throws: X509.FileError.self) { try reading.read(places) { _ in } }
  }
}
