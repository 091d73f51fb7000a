import ApusX509
import FuzzSupport

/// The bytes are text that may contain a private key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  checkText(bytes.span)
  return 0
}

func checkText(_ text: Span<UInt8>) {
  let word = password
  // A locked key is opened only if its work is known to be small.
  var scanner = PEM.Scanner()
  while let section = try? scanner.next(in: text) {
    guard let der = try? section.bytes(in: text) else { continue }
    guard isCheap(der.span) else { return }
  }
  guard
    let key = try? SigningKey(pem: text, password: word.span, allowingSmallModulus: true)
  else { return }
  checkRoundTrip(key.publicKey)
}
