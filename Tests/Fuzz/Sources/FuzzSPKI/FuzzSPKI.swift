import ApusX509
import FuzzSupport

/// The bytes are a public key with its algorithm.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSPKI(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  let der = bytes.span
  checkPublicKey(der)
  return 0
}
