import ApusX509
import Testing

/// The content of a certificate as values, without its bytes. RFC 5280 section 4.1.2.
@Suite struct TBSCertificateTests {
  @Test(.enabled(if: Roots.isPresent, "the system has no roots"))
  func `every root certificate is decoded to values and encoded to the same bytes`() throws {
    let roots = try Roots.certificates()
    #expect(roots.count > 100)
    for root in roots {
      let certificate = try X509.Certificate(root)
      let content = try X509.TBSCertificate(certificate)
      let signature = Array(root[certificate.signatureRange])
      #expect(try content.certificate(signature: signature).der == root, "\(certificate)")
    }
  }
}
