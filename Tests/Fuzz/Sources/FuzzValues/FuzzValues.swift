import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValues(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let kind = input.takeByte() % 6
  let bytes = input.bytes.span
  switch kind {
  case 0:
    if let type = try? HTTP.MediaType(bytes) {
      same(type, try? HTTP.MediaType(written(type.write).span))
    }
  case 1:
    if let range = try? HTTP.MediaRange(bytes) {
      same(range, try? HTTP.MediaRange(written(range.write).span))
    }
  case 2:
    if let date = try? HTTP.Date(bytes) {
      same(date, try? HTTP.Date(written(date.write).span))
    }
  case 3:
    if let list = try? HTTP.QualityList(bytes) {
      same(list, try? HTTP.QualityList(written(list.write).span))
    }
  case 4:
    if let disposition = try? HTTP.ContentDisposition(bytes) { check(disposition) }
  default:
    if let value = try? HTTP.ExtendedValue(bytes) {
      same(value.text, (try? HTTP.ExtendedValue(written(value.write).span))?.text)
    }
  }
  return 0
}

func written(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
  var writer = ByteWriter()
  write(&writer)
  return writer.bytes
}

/// A written value is read as the same value.
func same<Value: Equatable>(_ value: Value, _ again: Value?) {
  require(value == again, "\(value) is read again as \(String(describing: again))")
}

/// A safe file name is one harmless component of a path.
func check(_ disposition: HTTP.ContentDisposition) {
  guard let name = try? disposition.safeFileName() else { return }
  let bytes = Array(name.description.utf8)
  require(!bytes.isEmpty && bytes.count <= 255, "a name of \(bytes.count) bytes")
  require(bytes[0] != 0x2e && bytes[0] != 0x2d, "\(name) begins wrongly")
  require(
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != 0x2f && $0 != 0x5c }, "\(name) is a path")
}
