import ApusCrypto
import ApusNet
import ApusX509
import TestSupport
import Testing

/// Evidence of Debian's `openssl`.
@Suite(.enabled(if: OpenSSL.isExpected, "openssl is not installed"))
struct RevocationOpenSSLTests {
  /// An authority, two certificates of which the second is revoked, and the files for openssl.
  private struct Setting {
    let openssl: OpenSSL
    let root: X509.Certificate
    let good: X509.Certificate
    let revoked: X509.Certificate

    init() throws {
      let openssl = try OpenSSL()
      self.openssl = openssl
      try openssl.run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem")
      let pem = try openssl.read("key.pem")
      let key = try SigningKey(pem: pem.span)
      let years = try X509.Validity(from: 1_600_000_000, through: 4_000_000_000)
      root = try X509.CertificateBuilder(
        .authority(pathLength: 0), subject: X509.Name([.commonName: "root"]), validity: years
      ).selfSigned(by: key, using: SystemRandom())
      let builder = X509.CertificateBuilder(
        .server, subject: X509.Name([.commonName: "leaf"]), validity: years)
      let publicKey = try X509.PublicKey(Authority.key().publicKey)
      good = try builder.certificate(
        for: publicKey, issuer: root, key: key, using: SystemRandom())
      revoked = try builder.certificate(
        for: publicKey, issuer: root, key: key, using: SystemRandom())
      try write(root.pem, "root.pem")
      try write(good.pem, "good.pem")
      try write(revoked.pem, "revoked.pem")
      let (goodNumber, badNumber) = (Self.number(good), Self.number(revoked))
      try write(
        "V\t960101000000Z\t\t\(goodNumber)\tunknown\t/CN=leaf\n"
          + "R\t960101000000Z\t260102030405Z,keyCompromise\t\(badNumber)\tunknown\t/CN=leaf\n",
        "index.txt")
      try write("", "index.txt.attr")
      try write("1000\n", "number")
      try write(
        "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ncrlnumber=number\ndefault_md=sha256\n"
          + "default_crl_days=30\ncrl_extensions=e\n[e]\nauthorityKeyIdentifier=keyid\n", "c.cnf")
    }

    func write(_ text: String, _ name: String) throws {
      try openssl.write(Array(text.utf8), to: name)
    }

    private static func number(_ certificate: X509.Certificate) -> String {
      certificate.serialNumber.description.uppercased()
    }
  }

  private let fault = X509.RevocationFault.revoked(
    ASN1.Time(secondsSinceEpoch: 1_767_323_045), .keyCompromise, by: .list)

  @Test func `a revocation list that openssl has written is accepted`() throws {
    let setting = try Setting()
    try setting.openssl.run(
      "ca -config c.cnf -gencrl -keyfile key.pem -cert root.pem -out list.pem")
    let list = try #require(
      try X509.RevocationList.lists(in: setting.openssl.read("list.pem")).first)
    #expect(list.number == X509.SerialNumber([0x10, 0]) && list.entryCount == 1)
    let identifier = try setting.root.subjectKeyIdentifier?.bytes
    #expect(list.authorityKeyIdentifier?.keyIdentifier == identifier)
    let issuer = try X509.RevocationIssuer(setting.root)
    let revocation = try X509.Revocation(.required, lists: [list])
    let now = UnixTime(secondsSinceEpoch: list.thisUpdate.secondsSinceEpoch)
    #expect(try revocation.judge(setting.good, issuer: issuer, at: now) == .good(by: .list))
    #expect(throws: fault) { try revocation.judge(setting.revoked, issuer: issuer, at: now) }
  }

  @Test(arguments: ["-sha1", "-sha256"])
  func `OCSP responses of openssl are accepted with any authorized signer`(
    _ hash: String
  ) throws {
    let setting = try Setting()
    let issuer = try X509.RevocationIssuer(setting.root)
    for (name, certificate) in [("good", setting.good), ("revoked", setting.revoked)] {
      try setting.openssl.run(
        "ocsp \(hash) -issuer root.pem -cert \(name).pem -no_nonce -reqout request")
      for options in ["", "-resp_key_id"] {
        try setting.openssl.run(
          "ocsp -index index.txt -CA root.pem -rsigner root.pem -rkey key.pem -ndays 7 \(options) "
            + "-reqin request -respout response")
        let der = try setting.openssl.read("response")
        guard case .basic(let response) = try X509.OCSPResponse(der) else {
          Issue.record("no basic response")
          return
        }
        let now = UnixTime(secondsSinceEpoch: response.producedAt.secondsSinceEpoch)
        let revocation = try X509.Revocation(.required, stapledResponse: der)
        if name == "good" {
          let answer = try revocation.judge(certificate, issuer: issuer, at: now)
          #expect(answer == .good(by: .ocsp))
        } else {
          let error = #expect(throws: X509.RevocationFault.self) {
            try revocation.judge(certificate, issuer: issuer, at: now)
          }
          guard case .revoked(_, .keyCompromise, by: .ocsp) = error else {
            Issue.record("\(String(describing: error))")
            return
          }
        }
      }
    }
  }
}
