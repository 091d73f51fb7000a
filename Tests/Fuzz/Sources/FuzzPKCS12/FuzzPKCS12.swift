import FuzzSupport

@testable import ApusX509

/// The bytes are a PKCS #12 file with the password of the seeds, or without one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPKCS12(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  read(Input(start, count).bytes)
  return 0
}

/// A parsed file has the certificate of its key first.
private func read(_ der: [UInt8]) {
  let ours = password
  do throws(X509Error) {
    // A file that requires more work would leave little time for others.
    let store = try X509.PKCS12.read(
      der.span, password: ours.span, allowingSmallModulus: true, allowingLegacyEncryption: true,
      iterationLimit: 256)
    let own = try store.certificates[0].verificationKey(allowingSmallModulus: true)
    require(own == store.key.publicKey, "another's certificate")
  } catch {
    require(!error.description.isEmpty, "an error without words")
  }
}
