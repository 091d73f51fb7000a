import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAVIF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkImage(Input(start, count).bytes, .avif)
  return 0
}
