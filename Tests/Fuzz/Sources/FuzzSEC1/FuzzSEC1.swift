import ApusX509
import FuzzSupport

/// The bytes are a private key by SEC 1.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSEC1(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  let der = bytes.span
  if (try? SEC1.PrivateKey(der.indices, in: der)) != nil {
    require(guess(der) == .sec1, "not guessed")
  }
  checkPrivateKey(der)
  return 0
}
