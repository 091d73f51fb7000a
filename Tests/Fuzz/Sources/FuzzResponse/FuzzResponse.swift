import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzResponse(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let setting = input.takeByte()
  let cut = input.takeByte() + 1
  let whole = read(input.bytes, setting, pieceSize: max(1, input.bytes.count))
  requireAgreement(whole, read(input.bytes, setting, pieceSize: 1))
  requireAgreement(whole, read(input.bytes, setting, pieceSize: cut))
  return 0
}

/// Reads up to three responses to requests that the setting chooses.
func read(_ bytes: [UInt8], _ setting: Int, pieceSize: Int) -> Reading {
  var limits = HTTP.Limits()
  if setting & 0x80 != 0 {
    limits.startLine = 24
    limits.fieldLine = 24
    limits.headSection = 64
    limits.fieldCount = 3
    limits.chunkLine = 8
    limits.chunkExtensions = 12
    limits.trailerSection = 24
    limits.informationalCount = 1
    limits.leadingEmptyLines = 1
  }
  let methods: [HTTP.Method] = [.get, .head, .connect, .post]
  var reader = HTTP.ResponseReader(limits: limits)
  for shift in [0, 2, 4] {
    reader.expectResponse(to: methods[setting >> shift & 3], upgrades: setting & 0x40 != 0)
  }
  return feed(bytes, pieceSize: pieceSize) { bytes in
    guard reader.pendingCount > 0, !reader.isClosed else { return nil }
    let consumed: Int
    let event: HTTP.ResponseEvent
    do throws(HTTP.ParseError) {
      (consumed, event) = try reader.read(bytes)
    } catch {
      require(reader.isClosed, "a failed reader must stay closed")
      throw error
    }
    switch event {
    case .incomplete: return (consumed, nil, nil)
    case .body(let range): return (consumed, range, nil)
    case .informational: return (consumed, nil, "1xx \(takenHead(of: &reader))")
    case .head(let framing, let persists):
      return (consumed, nil, "\(takenHead(of: &reader)) \(framing) \(persists)")
    case .end: return (consumed, nil, "end \(exact(reader.takeTrailers() ?? HTTP.Fields()))")
    }
  }
}

func takenHead(of reader: inout HTTP.ResponseReader) -> String {
  let head = reader.takeHead()
  require(head != nil, "a head that was told of can be taken")
  return head.map { exact($0) } ?? ""
}

func exact(_ head: HTTP.ResponseHead) -> String {
  "\(head.version) \(head.status) \(Hex.encode(Array(head.reasonBytes))) \(exact(head.headers))"
}

func exact(_ fields: HTTP.Fields) -> String {
  for field in fields {
    require(
      field.value.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 },
      "a control in a value")
  }
  return fields.map { "\($0.name)=\(Hex.encode($0.value.bytes))" }.joined(separator: ",")
}
