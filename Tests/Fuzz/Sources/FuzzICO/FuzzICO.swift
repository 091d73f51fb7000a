import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzICO(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkImage(Input(start, count).bytes, .ico)
  return 0
}
