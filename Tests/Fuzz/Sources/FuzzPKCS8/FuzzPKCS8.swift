import ApusX509
import FuzzSupport

/// The bytes are a private key by PKCS #8, locked or not.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPKCS8(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  let der = bytes.span
  if let info = try? PrivateKeyInfo(der) {
    require(guess(der) == .pkcs8, "not guessed")
    _ = try? info.key(in: der)
  }
  if (try? EncryptedPrivateKeyInfo(der)) != nil {
    require(guess(der) == .encryptedPKCS8, "not guessed")
  }
  checkPrivateKey(der)
  return 0
}
