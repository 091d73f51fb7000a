import ApusCrypto
import ApusX509

/// An OCSP response made for a test, which can be wrong in many ways.
struct OCSPSample {
  /// The answer of a response about one certificate.
  struct Answer {
    var leaf: X509.Certificate
    var issuer: X509.Certificate
    var hash: HashAlgorithm?
    /// CertStatus as DER; good by default.
    var status: [UInt8] = [0x80, 0]
    var thisUpdate = Authority.now - 3600
    var nextUpdate: Int64? = Authority.now + 3600
    var extensions: [X509.Extension] = []

    init(_ leaf: X509.Certificate, _ issuer: X509.Certificate) {
      self.leaf = leaf
      self.issuer = issuer
    }
  }

  /// ResponderID as DER.
  var responder: [UInt8]
  var answers: [Answer]
  var certificates: [X509.Certificate] = []
  var extensions: [X509.Extension] = []

  /// A response of the owner of a certificate, identified by the hash of its key.
  init(by responder: X509.Certificate, _ answers: [Answer]) {
    self.responder = Self.byKey(responder)
    self.answers = answers
  }

  static func byKey(_ certificate: X509.Certificate) -> [UInt8] {
    var writer = DERWriter()
    writer.writeExplicit(2) {
      $0.writeOctetString(InsecureSHA1.digest(of: certificate.publicKey.bits))
    }
    return writer.bytes
  }

  static func byName(_ certificate: X509.Certificate) -> [UInt8] {
    var writer = DERWriter()
    writer.writeExplicit(1) { $0.writeRaw(certificate.subject.der) }
    return writer.bytes
  }

  static let unknown: [UInt8] = [0x82, 0]

  /// CertStatus of a certificate that is revoked because its key is known.
  static func revoked() throws -> [UInt8] {
    var writer = DERWriter()
    try writer.write(.context(1, isConstructed: true)) { (info) throws(ASN1Error) in
      try info.writeTime(time(ListSample.revoked))
      info.writeExplicit(0) { $0.writeEnumerated(1) }
    }
    return writer.bytes
  }

  static func time(_ seconds: Int64) -> ASN1.Time {
    ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true)
  }

  /// The response as DER, signed with a key.
  func der(by key: borrowing SigningKey) throws -> [UInt8] {
    var data = DERWriter()
    try data.writeSequence { (data) throws(ASN1Error) in
      data.writeRaw(responder)
      try data.writeTime(Self.time(Authority.now - 3600))
      try data.writeSequence { (list) throws(ASN1Error) in
        for answer in answers { try answer.write(to: &list) }
      }
      Self.write(extensions, to: &data)
    }
    var rest = DERWriter()
    if !certificates.isEmpty {
      rest.writeExplicit(0) { field in
        field.writeSequence { list in for one in certificates { list.writeRaw(one.der) } }
      }
    }
    return Self.response(try Authority.signed(data.bytes, by: key, then: rest.bytes))
  }

  /// An OCSPResponse around a BasicOCSPResponse.
  static func response(_ basic: [UInt8], type: OID = .ocspBasicResponse) -> [UInt8] {
    var writer = DERWriter()
    writer.writeSequence { response in
      response.writeEnumerated(0)
      response.writeExplicit(0) { bytes in
        bytes.writeSequence { bytes in
          bytes.writeOID(type)
          bytes.writeOctetString(basic)
        }
      }
    }
    return writer.bytes
  }

  static func write(_ extensions: [X509.Extension], to writer: inout DERWriter) {
    guard !extensions.isEmpty else { return }
    writer.writeExplicit(1) { field in
      field.writeSequence { list in for one in extensions { one.write(to: &list) } }
    }
  }
}

extension OCSPSample.Answer {
  fileprivate func write(to list: inout DERWriter) throws(ASN1Error) {
    let name = leaf.issuer.der
    let key = issuer.publicKey.bits
    let digest = { (bytes: [UInt8]) in
      hash?.digest(of: bytes.span) ?? InsecureSHA1.digest(of: bytes)
    }
    let oids: [HashAlgorithm: OID] = [.sha256: .sha256, .sha384: .sha384, .sha512: .sha512]
    try list.writeSequence { (answer) throws(ASN1Error) in
      answer.writeSequence { id in
        id.writeSequence { algorithm in
          algorithm.writeOID(hash.flatMap { oids[$0] } ?? .sha1)
          algorithm.writeNull()
        }
        id.writeOctetString(digest(name))
        id.writeOctetString(digest(key))
        id.write(.integer, content: leaf.serialNumber.content)
      }
      answer.writeRaw(status)
      try answer.writeTime(OCSPSample.time(thisUpdate))
      if let nextUpdate {
        try answer.writeExplicit(0) { (next) throws(ASN1Error) in
          try next.writeTime(OCSPSample.time(nextUpdate))
        }
      }
      OCSPSample.write(extensions, to: &answer)
    }
  }
}
