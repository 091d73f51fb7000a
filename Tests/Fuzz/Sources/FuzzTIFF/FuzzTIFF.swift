import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTIFF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkImage(Input(start, count).bytes, .tiff)
  return 0
}
