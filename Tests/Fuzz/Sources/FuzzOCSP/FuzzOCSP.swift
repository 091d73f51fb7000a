import ApusX509
import FuzzSupport

/// The bytes are an OCSP response, which is checked for a certificate.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOCSP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let der = Input(start, count).bytes
  guard let response = try? X509.OCSPResponse(der) else { return 0 }
  guard case .basic(let basic) = response else { return 0 }
  for range in basic.certificateRanges {
    require(range.upperBound <= der.count, "a certificate ends behind the response")
  }
  for answer in basic.answers { judge(der, answer.certificate.serialNumber) }
  judge(der, X509.SerialNumber([1]))
  return 0
}

/// The check of any response ends, and an unsigned response has no effect.
func judge(_ response: [UInt8], _ number: X509.SerialNumber) {
  var content = leaf
  content.serialNumber = number
  guard let certificate = try? content.certificate(signature: [0]),
    let issuer = try? X509.RevocationIssuer(certificate),
    let revocation = try? X509.Revocation(.whenPresent, stapledResponse: response),
    let answer = try? revocation.judge(
      certificate, issuer: issuer, at: UnixTime(secondsSinceEpoch: 1_800_000_000))
  else { fatalError("a response without a signature has revoked a certificate") }
  if case .good = answer { fatalError("a response without a signature is believed") }
}

/// A certificate with the issuer of the kept responses, and another key.
let leaf: X509.TBSCertificate = {
  guard let validity = try? X509.Validity(from: 0, through: 4_000_000_000) else {
    fatalError("the validity cannot be made")
  }
  return X509.TBSCertificate(
    serialNumber: X509.SerialNumber([1]), signatureAlgorithm: X509.Algorithm(.ed25519),
    issuer: X509.Name([.commonName: "root"]), validity: validity,
    subject: X509.Name([.commonName: "root"]),
    publicKey: X509.PublicKey(X509.Algorithm(.ed25519), bits: keyBits))
}()

/// A point whose private key no input has: that of RFC 8032 section 7.1.
let keyBits: [UInt8] = [
  0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
  0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
]
