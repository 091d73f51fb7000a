import ApusX509
import FuzzSupport

/// The bytes are a certificate to be shown: a strictly parsed one has the same values, any other
/// one has flaws, can be shown in every form, and is trusted by no verifier.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTolerant(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let der = Input(start, count).bytes
  let strict = try? X509.Certificate(der)
  guard let certificate = try? X509.Certificate(tolerating: der) else {
    require(strict == nil, "what is read strictly is refused")
    return 0
  }
  require(certificate.flaws.isEmpty == (strict != nil), "a flaw where there is none, or none")
  require(strict == nil || strict == certificate, "another certificate")
  require(certificate.description.unicodeScalars.count < 1000, "a description without an end")
  let inspection = X509.Inspection(certificate)
  let forms = [inspection.text, inspection.document.json, inspection.openSSLText]
  require(forms.allSatisfy { !$0.isEmpty }, "a form shows nothing")
  guard strict == nil else { return 0 }
  require(forms[0].utf8.count > 0 && !isBelieved(certificate), "a flaw is believed")
  return 0
}

private func isBelieved(_ certificate: X509.Certificate) -> Bool {
  let verifier = X509.Verifier(anchors: X509.Anchors([certificate]))
  let moment = UnixTime(secondsSinceEpoch: certificate.validity.notBefore.secondsSinceEpoch)
  return (try? verifier.verify(certificate, for: .unnamedServer, at: moment)) != nil
}
