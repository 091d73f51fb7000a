import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBMP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkImage(Input(start, count).bytes, .bmp)
  return 0
}
