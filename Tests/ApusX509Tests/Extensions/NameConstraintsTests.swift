import ApusX509
import Testing

/// The names that an authority can issue certificates for. RFC 5280 section 4.2.1.10.
@Suite struct NameConstraintsTests {
  @Test func `a network constraint is encoded as an address and a mask of ones and zeros`() throws {
    let value = try X509.NameConstraints.read("300e a00c 300a 8708 0a000000 ff800000")
    let network = try X509.Network([10, 0, 0, 0], prefixLength: 9)
    #expect(value.permitted == [.ip(network)])
    #expect(value.excluded.isEmpty)
    #expect(network.contains([10, 127, 255, 255]) && !network.contains([10, 128, 0, 0]))
    #expect(!network.contains([UInt8](repeating: 10, count: 16)))
    #expect(network.mask == [0xff, 0x80, 0, 0])
  }

  @Test(arguments: [0, 1, 7, 8, 9, 31, 32])
  func `a network mask is encoded to the same bytes`(_ prefixLength: Int) throws {
    let value = try X509.NameConstraints(
      excluded: [.ip(try X509.Network([1, 2, 3, 4], prefixLength: prefixLength))])
    #expect(try X509.NameConstraints(value.der.span) == value)
  }

  @Test(arguments: ["ffefffff", "01020304", "00ff0000", "ff00ff00", "7fffffff", "ffff00ff"])
  func `a network mask with a zero before a one is rejected`(_ mask: String) throws {
    guard
      case .broken(.contiguousMask, _, _) = try X509.NameConstraints.refusal(
        "300e a00c 300a 8708 0a000000 \(mask)")
    else { return #expect(Bool(false), "\(mask)") }
  }

  @Test(arguments: [
    "300a a008 3006 8704 0a000000", "3007 a005 3003 8701 00",
  ])
  func `an address constraint without a mask is rejected`(_ hex: String) throws {
    guard case .broken(.addressByteCount, _, _) = try X509.NameConstraints.refusal(hex) else {
      return #expect(Bool(false), "\(hex)")
    }
  }

  @Test(arguments: [
    "300a a008 3006 8201 61 800100", "300a a008 3006 8201 61 800101",
    "300a a008 3006 8201 61 810105",
  ])
  func `a subtree with a minimum or maximum depth is rejected`(_ hex: String) throws {
    guard case .broken(.wholeSubtree, _, _) = try X509.NameConstraints.refusal(hex) else {
      return #expect(Bool(false), "\(hex)")
    }
  }

  @Test(arguments: ["3000", "3002a000", "3002a100", "3004a0003000", "3007 a105 3003 8201 61 a000"])
  func `name constraints without subtrees are rejected`(_ hex: String) throws {
    #expect(try X509.NameConstraints.refusal(hex) != nil)
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.NameConstraints() }
  }

  @Test func `a network with an invalid address or prefix length is rejected`() {
    #expect(throws: X509Error.forbidden(.contiguousMask)) {
      try X509.Network([1, 2, 3, 4], prefixLength: 33)
    }
    #expect(throws: X509Error.forbidden(.contiguousMask)) {
      try X509.Network([1, 2, 3, 4], prefixLength: -1)
    }
    #expect(throws: X509Error.forbidden(.addressByteCount)) {
      try X509.Network([1, 2, 3], prefixLength: 0)
    }
  }

  @Test func `name constraints with too many subtrees are rejected`() throws {
    let limit = X509.NameConstraints.limit
    func list(_ count: Int) -> [UInt8] {
      tlv(0x30, tlv(0xa1, (0..<count).flatMap { _ in [0x30, 2, 0x82, 0] as [UInt8] }))
    }
    let (most, more) = (list(limit), list(limit + 1))
    #expect(try X509.NameConstraints(most.span).excluded.count == limit)
    #expect(throws: X509Error.tooMany(.value(.nameConstraints), limit: limit)) {
      try X509.NameConstraints(more.span)
    }
  }
}
