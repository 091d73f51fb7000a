import ApusX509
import FuzzSupport

/// The bytes are a certificate request, in DER or in PEM; both must read the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSR(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let der = Input(start, count).bytes
  _ = try? X509.CertificationRequest(pem: String(decoding: der, as: UTF8.self))
  guard let request = try? X509.CertificationRequest(der) else { return 0 }
  require(request.der == der, "the bytes are others")
  require((try? X509.CertificationRequest(pem: request.pem)) == request, "PEM is read otherwise")
  let asks = request.attributes.contains { $0.type == .extensionRequest }
  require(asks || request.extensions.isEmpty, "extensions come out of nothing")
  _ = (request.subject.description, try? request.isSignedByItself())
  return 0
}
