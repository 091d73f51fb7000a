import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509
import TestSupport
import Testing

/// RFC 2986.
@Suite struct CertificationRequestTests {
  static func extensions() throws -> [X509.Extension] {
    let name = X509.GeneralName.dns(try X509.IA5Text("a.example"))
    return [
      X509.Extension(.subjectAlternativeName(try X509.SubjectAlternativeName([name]))),
      X509.Extension(.keyUsage(try X509.KeyUsage(.digitalSignature)), isCritical: true),
    ]
  }

  static func request(extensions: [X509.Extension]) throws -> X509.CertificationRequest {
    try X509.CertificationRequest(
      subject: X509.Name([.commonName: "a"]), extensions: extensions, key: Authority.key(),
      using: SystemRandom())
  }

  @Test func `a written certification request is read back unchanged`() throws {
    let key = try Authority.key()
    let request = try X509.CertificationRequest(
      subject: X509.Name([.commonName: "a"]), extensions: Self.extensions(), key: key,
      using: SystemRandom())
    #expect(request.subject.description == "CN=a")
    #expect(try request.publicKey == X509.PublicKey(key.publicKey))
    #expect(try request.extensions == Self.extensions())
    #expect(request.attributes.map(\.type) == [.extensionRequest])
    #expect(try request.isSignedByItself())
    #expect(try X509.CertificationRequest(pem: request.pem) == request)
  }

  @Test func `a certification request without requested extensions is valid`() throws {
    let request = try Self.request(extensions: [])
    #expect(request.attributes.isEmpty && request.extensions.isEmpty)
    #expect(try request.isSignedByItself())
  }

  @Test func `a certification request cannot contain the same extension twice`() throws {
    let one = try Self.extensions()[0]
    #expect(throws: X509Error.forbidden(.noDuplicates)) {
      try Self.request(extensions: [one, one])
    }
  }

  @Test func `a certification request with a changed subject has an invalid signature`() throws {
    let request = try Self.request(extensions: Self.extensions())
    var der = request.der
    // The common name is one letter, after the OID 2.5.4.3 and a string's header.
    let name: [UInt8] = [0x55, 4, 3]
    let at = try #require((5..<der.count).first { der[($0 - 5)..<($0 - 2)].elementsEqual(name) })
    der[at] = 0x62
    let changed = try X509.CertificationRequest(der)
    #expect(changed.subject.description == "CN=b")
    #expect(try !changed.isSignedByItself())
  }

  @Test func `a certification request of an unknown version is rejected`() throws {
    var der = try Self.request(extensions: []).der
    let at = try #require((3..<der.count).first { Array(der[$0 - 3..<$0]) == [2, 1, 0] })
    der[at - 1] = 1
    #expect(throws: X509Error.broken(.requestVersion1, .request, at: at - 3)) {
      try X509.CertificationRequest(der)
    }
  }

  @Test func `a certification request above the size limit is rejected`() throws {
    let limit = X509.CertificationRequest.byteLimit
    #expect(throws: X509Error.tooMany(.request, limit: limit)) {
      try X509.CertificationRequest([UInt8](repeating: 0x30, count: limit + 1))
    }
    let error = #expect(throws: X509Error.self) {
      try X509.CertificationRequest([UInt8](repeating: 0x30, count: limit))
    }
    #expect(error != .tooMany(.request, limit: limit))
  }

  /// A request with that many attributes of that many values.
  private func request(attributes: Int, values: Int, _ type: OID) throws -> [UInt8] {
    let key = try Authority.key()
    var info = DERWriter()
    info.writeSequence { info in
      info.writeInteger(0)
      info.writeSequence { _ in }
      key.publicKey.write(to: &info)
      info.write(.context(0, isConstructed: true)) { set in
        for _ in 0..<attributes {
          set.writeSequence { attribute in
            attribute.writeOID(type)
            attribute.write(.set) { set in
              for _ in 0..<values { set.writeSequence { _ in } }
            }
          }
        }
      }
    }
    return try Authority.signed(info.bytes, by: key)
  }

  @Test func `a certification request with too many attributes or values is rejected`() throws {
    let limit = X509.CertificationRequest.attributeLimit
    let full = try X509.CertificationRequest(
      request(attributes: limit, values: limit, .challengePassword))
    #expect(full.attributes.count == limit && full.attributes[0].values.count == limit)
    #expect(try full.isSignedByItself())
    for (attributes, values) in [(limit + 1, 1), (1, limit + 1)] {
      let der = try request(attributes: attributes, values: values, .challengePassword)
      #expect(throws: X509Error.tooMany(.attributes, limit: limit)) {
        try X509.CertificationRequest(der)
      }
    }
  }

  @Test func `a certification request with two lists of extensions is rejected`() throws {
    for (attributes, values) in [(2, 1), (1, 2)] {
      let der = try request(attributes: attributes, values: values, .extensionRequest)
      #expect(throws: X509Error.broken(.oneExtensionRequest, .attributes, at: 0)) {
        try X509.CertificationRequest(der)
      }
    }
  }

  @Test func `a truncated certification request is rejected, and a changed byte never traps`()
    throws
  {
    let der = try Self.request(extensions: Self.extensions()).der
    for count in der.indices {
      #expect(throws: X509Error.self) { try X509.CertificationRequest(Array(der[..<count])) }
    }
    for index in der.indices {
      for change: UInt8 in [1, 0x80, 0xff] {
        var changed = der
        changed[index] ^= change
        _ = try? X509.CertificationRequest(changed)
      }
    }
  }
}

/// Debian's `openssl` reads the requests of Apus, and the other way round.
@Suite(.enabled(if: OpenSSL.isExpected, "openssl is not installed"))
struct CertificationRequestOpenSSLTests {
  @Test func `openssl accepts a certification request that Apus has written`() throws {
    let openssl = try OpenSSL()
    let request = try CertificationRequestTests.request(
      extensions: CertificationRequestTests.extensions())
    try openssl.write(Array(request.pem.utf8), to: "request.pem")
    try openssl.run("req -verify -in request.pem -noout -text -out text")
    let text = String(decoding: try openssl.read("text"), as: UTF8.self)
    #expect(text.contains("DNS:a.example") && text.contains("Digital Signature"))
  }

  @Test(arguments: CertificateBuilderOpenSSLTests.kinds)
  func `a certification request of openssl is read and has a valid signature`(_ kind: String) throws
  {
    let openssl = try OpenSSL()
    try openssl.run("genpkey -algorithm \(kind) -out key.pem")
    // Its own choice is the longest salt, which certificates may not have.
    let salt = kind.utf8.starts(with: "RSA-PSS".utf8) ? "-sigopt rsa_pss_saltlen:digest" : ""
    try openssl.run(
      "req -new -key key.pem \(salt) -subj /CN=theirs -addext subjectAltName=DNS:b.example "
        + "-out req.pem")
    let text = String(decoding: try openssl.read("req.pem"), as: UTF8.self)
    let request = try X509.CertificationRequest(pem: text)
    #expect(request.subject.commonName?.string == "theirs")
    #expect(try request.isSignedByItself())
    let names = try X509.SubjectAlternativeName([.dns(X509.IA5Text("b.example"))])
    #expect(request.extensions.map(\.value) == [.subjectAlternativeName(names)])
  }
}
