import ApusX509
import FuzzSupport

/// The bytes are a revocation list, whose entries are found by their numbers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCRL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let der = Input(start, count).bytes
  _ = try? X509.RevocationList.lists(in: der)
  guard let list = try? X509.RevocationList(der) else { return 0 }
  var entries: [X509.RevocationList.Entry] = []
  let all: Void? = try? list.forEachEntry { entries.append($0) }
  require(all != nil, "an entry was read once and cannot be read again")
  require(entries.count == list.entryCount, "the entries are more or fewer")
  // An indirect list has entries of other issuers too.
  let isIndirect = list.issuingDistributionPoint?.isIndirect == true
  for entry in entries.prefix(64) {
    guard let found = try? list.entry(for: entry.serialNumber) else {
      require(isIndirect, "an entry is not found by its number")
      continue
    }
    // The first of several entries with one number is found.
    let first = entries.first { $0.serialNumber == entry.serialNumber }
    require(isIndirect || found == first, "another entry is found")
  }
  if let point = list.issuingDistributionPoint {
    require(point.der.count > 1, "what limits the list cannot be written")
  }
  judge(list)
  return 0
}

/// The verification against any list ends, and an unsigned list has no effect.
func judge(_ list: X509.RevocationList) {
  guard let issuer = try? X509.RevocationIssuer(leaf),
    let revocation = try? X509.Revocation(.whenPresent, lists: [list]),
    let answer = try? revocation.judge(
      leaf, issuer: issuer, at: UnixTime(secondsSinceEpoch: 1_800_000_000))
  else { fatalError("a list without a signature has revoked a certificate") }
  if case .good = answer { fatalError("a list without a signature is believed") }
}

/// A certificate with the issuer and the distribution points of the kept lists, and an unused key.
let leaf: X509.Certificate = {
  guard let url = try? X509.IA5Text("http://a.example/1.crl"),
    let point = try? X509.DistributionPoint(.full([.uri(url)])),
    let points = try? X509.CRLDistributionPoints([point]),
    let validity = try? X509.Validity(from: 0, through: 4_000_000_000),
    let certificate = try? X509.TBSCertificate(
      serialNumber: X509.SerialNumber([1]), signatureAlgorithm: X509.Algorithm(.ed25519),
      issuer: X509.Name([.commonName: "root"]), validity: validity,
      subject: X509.Name([.commonName: "root"]),
      publicKey: X509.PublicKey(X509.Algorithm(.ed25519), bits: keyBits),
      extensions: [X509.Extension(.crlDistributionPoints(points))]
    ).certificate(signature: [0])
  else { fatalError("the certificate cannot be made") }
  return certificate
}()

/// A point whose private key no input has: that of RFC 8032 section 7.1.
let keyBits: [UInt8] = [
  0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
  0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
]
