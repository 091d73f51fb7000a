import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPNG(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  checkImage(bytes, .png)
  checkImage(withRightChecks(bytes), .png)
  return 0
}

/// The same chunks with the correct checksums, which no change finds by chance.
private func withRightChecks(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  var at = 8
  while at + 12 <= bytes.count {
    let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    let end = at + 8 + length
    guard end + 4 <= bytes.count else { return bytes }
    let check = crc(bytes[at + 4..<end])
    for place in 0..<4 { bytes[end + place] = UInt8(truncatingIfNeeded: check >> (24 - 8 * place)) }
    at = end + 4
  }
  return bytes
}

/// RFC 1952 section 8, a bit at a time.
private func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var register = UInt32.max
  for byte in bytes {
    register ^= UInt32(byte)
    for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xedb8_8320 : register >> 1 }
  }
  return ~register
}
