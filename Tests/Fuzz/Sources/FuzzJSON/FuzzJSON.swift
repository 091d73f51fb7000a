import ApusSerialization
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  let one = try? JSONValue(parsing: input.bytes.span)
  let other = try? JSONValue(parsing: ([0x20] + input.bytes + [0x0a]).span)
  require(one == other, "white space around a document changed it")
  return 0
}
