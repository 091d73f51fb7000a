import ApusX509
import FuzzSupport

/// The bytes are a certificate; its values are the same after they are written and read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCertificate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let der = Input(start, count).bytes
  checkBundle(der)
  guard let certificate = try? X509.Certificate(der) else { return 0 }
  let last = certificate.extensions.last?.range.upperBound ?? 0
  require(last <= certificate.signedRange.upperBound, "an extension outside of what is signed")
  _ = (certificate.description, certificate.subject.ldapString, try? certificate.key())
  for encoded in certificate.extensions {
    guard let one = try? X509.Extension(encoded, in: der.span) else { continue }
    require(one.oid == encoded.oid, "an extension has changed its name")
    let name = X509.Extension.Kind(one.oid)
    require(name == encoded.kind, "an extension has changed its kind")
  }
  guard let content = try? X509.TBSCertificate(certificate) else { return 0 }
  checkWriting(content, of: certificate)
  return 0
}

/// The written certificate is read as the same content, and in DER as the same bytes.
func checkWriting(_ content: X509.TBSCertificate, of certificate: X509.Certificate) {
  let signature = Array(certificate.der[certificate.signatureRange])
  guard let again = try? content.certificate(signature: signature) else {
    fatalError("what was read cannot be written")
  }
  require((try? X509.TBSCertificate(again)) == content, "the content is another")
  // An empty list of extensions is read, but not written.
  let isAlike = again.der == certificate.der
  require(isAlike || certificate.extensions.isEmpty, "the certificate is written otherwise")
}

/// A bundle finds any certificate, and its subject.
func checkBundle(_ der: [UInt8]) {
  let bundle = X509.Bundle(der)
  for index in bundle.entries.indices {
    guard let certificate = try? bundle.certificate(at: index) else { continue }
    require(bundle.subject(at: index) == certificate.subject, "another subject")
    require(bundle.entries(named: certificate.subject).contains(index), "not found by its name")
    _ = (bundle.issuers(of: certificate), try? bundle.trustSettings(at: index))
  }
}
