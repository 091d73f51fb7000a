import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkImage(Input(start, count).bytes, .webP)
  return 0
}
