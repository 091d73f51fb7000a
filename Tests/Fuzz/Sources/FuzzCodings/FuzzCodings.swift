import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCodings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let setting = input.takeByte()
  let cut = input.takeByte() + 1
  let all: [HTTP.ContentCoding] = [.gzip, .deflate, .identity]
  let codings =
    setting & 4 == 0 ? [all[setting & 3 % 3]] : [all[setting & 1], all[setting >> 1 & 1]]
  checkDecoding(input.bytes, codings, pieceSize: cut)
  encode(input.bytes, pieceSize: cut)
  return 0
}

/// The decoder restores the bytes from the encoder's output.
func encode(_ bytes: [UInt8], pieceSize: Int) {
  do throws(HTTP.InvalidCoding) {
    var encoder = try HTTP.GzipEncoder()
    var body: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at + pieceSize)
      try encoder.encode(bytes.span.extracting(at..<end), into: &body)
      at = end
    }
    try encoder.finish(into: &body)
    let content = try HTTP.ContentDecoder.decode(body.span, [.gzip])
    require(content == bytes, "gzip did not come back")
  } catch {
    require(false, "gzip was refused: \(error)")
  }
}
