import ApusX509
import Testing

/// The extension that marks authorities. RFC 5280 section 4.2.1.9.
@Suite struct BasicConstraintsTests {
  @Test(
    arguments: [
      ("3000", .endEntity), ("3003 0101ff", .authority(pathLength: nil)),
      ("3006 0101ff 020100", .authority(pathLength: 0)),
      ("3007 0101ff 0202 00ff", .authority(pathLength: 255)),
    ] as [(String, X509.BasicConstraints)])
  func `written basic constraints are read back unchanged`(
    _ hex: String, _ value: X509.BasicConstraints
  ) throws {
    #expect(try X509.BasicConstraints.read(hex) == value)
    #expect(value.der == (try bytes(of: hex)))
    #expect(value.isAuthority == (hex != "3000"))
  }

  @Test func `basic constraints with a path length but without CA:TRUE are rejected`() throws {
    #expect(
      try X509.BasicConstraints.refusal("3003 020100")
        == .broken(.pathLengthNeedsAuthority, .value(.basicConstraints), at: 2))
  }

  @Test(arguments: [
    "3003 010100", "3003 010101", "3006 0101ff 0201ff", "3006 020100 0101ff",
    "3009 0101ff 020100 020100", "300f 0101ff 0209 010000000000000000", "3100", "30800000",
  ])
  func `malformed basic constraints are rejected`(_ hex: String) throws {
    #expect(try X509.BasicConstraints.refusal(hex) != nil)
  }

  @Test func `basic constraints with a negative path length are rejected`() {
    let below = -1
    #expect(throws: X509Error.forbidden(.notNegative)) {
      try X509.BasicConstraints.PathLength(below)
    }
  }
}
