import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBrotli(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let isStacked = input.takeByte() & 1 == 1
  let cut = input.takeByte() + 1
  let codings: [HTTP.ContentCoding] = isStacked ? [.gzip, .brotli] : [.brotli]
  checkDecoding(input.bytes, codings, pieceSize: cut)
  return 0
}
