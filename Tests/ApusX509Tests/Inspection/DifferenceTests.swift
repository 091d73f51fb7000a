import ApusX509
import Testing

/// The facts that differ between certificates and chains.
@Suite struct DifferenceTests {
  @Test func `equal certificates have no differences, and a changed subject is reported`() throws {
    let one = try Sample.content().certificate(signature: Sample.signature)
    let two = try Sample.content(subject: "other").certificate(signature: Sample.signature)
    #expect(X509.Difference.all(between: one, and: one).isEmpty)
    let differences = X509.Difference.all(between: one, and: two)
    #expect(!differences.isEmpty)
    #expect(
      differences.allSatisfy {
        $0.path.hasPrefix("subject") || $0.path.hasPrefix("fingerprint")
          || $0.path.hasPrefix("sha") || $0.path.hasPrefix("names")
      }, "\(differences.map(\.path))")
    #expect(differences.contains { $0.left == .text("CN=leaf") && $0.right == .text("CN=other") })
  }

  @Test func `a certificate that only one of two chains contains is one difference`() throws {
    let one = try Sample.content().certificate(signature: Sample.signature)
    let two = try Sample.content(subject: "other").certificate(signature: Sample.signature)
    let longer = X509.Difference.all(between: [one], and: [one, two])
    #expect(longer.map(\.path) == ["certificates[1]"] && longer.first?.left == nil)
    #expect(longer.first?.right == .text("CN=other"))
    let changed = X509.Difference.all(between: [one, one], and: [one, two])
    #expect(!changed.isEmpty && changed.allSatisfy { $0.path.hasPrefix("certificates[1].") })
  }
}
