import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGIF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkImage(Input(start, count).bytes, .gif)
  return 0
}
