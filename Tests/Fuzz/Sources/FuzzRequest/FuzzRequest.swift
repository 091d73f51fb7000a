import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let cut = input.takeByte() + 1
  let whole = read(input.bytes, pieceSize: max(1, input.bytes.count))
  requireAgreement(whole, read(input.bytes, pieceSize: 1))
  requireAgreement(whole, read(input.bytes, pieceSize: cut))
  return 0
}

func read(_ bytes: [UInt8], pieceSize: Int) -> Reading {
  var reader = HTTP.RequestReader()
  return feed(bytes, pieceSize: pieceSize) { bytes in
    guard !reader.isClosed else { return nil }
    let (consumed, event) = try reader.read(bytes)
    switch event {
    case .incomplete: return (consumed, nil, nil)
    case .body(let range): return (consumed, range, nil)
    case .head(let head, let framing, let persists):
      rewrite(head)
      return (consumed, nil, "\(exact(head)) \(framing) \(persists)")
    case .end(let trailers): return (consumed, nil, "end \(exact(trailers))")
    }
  }
}

/// A parsed field can be written: the writer rejects no field that the reader accepts.
func rewrite(_ head: HTTP.RequestHead) {
  var plain = HTTP.Fields()
  let own: Set<HTTP.FieldName> = [.host, .contentLength, .transferEncoding, .expect]
  for field in head.headers where !own.contains(field.name) {
    plain.append(field.name, field.value)
  }
  guard head.method != .connect, head.method != .trace,
    let destination = try? HTTP.Destination(scheme: .http, host: "host.example")
  else { return }
  var output: [UInt8] = []
  do {
    _ = try HTTP.RequestWriter().writeHead(
      head.method, destination, fields: plain, to: &output)
  } catch {
    require(false, "cannot be written again: \(error)")
  }
}

func exact(_ head: HTTP.RequestHead) -> String {
  "\(head.version) \(head.method) \(head.target.form) \(head.target.text) \(exact(head.headers))"
}

func exact(_ fields: HTTP.Fields) -> String {
  fields.map { "\($0.name)=\(Hex.encode($0.value.bytes))" }.joined(separator: ",")
}
