import ApusHTTP
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChunked(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let cut = input.takeByte() + 1
  let message =
    Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + input.bytes
  let whole = read(message, pieceSize: message.count)
  requireAgreement(whole, read(message, pieceSize: 1))
  requireAgreement(whole, read(message, pieceSize: cut))
  rewrite(input.bytes, partSize: cut)
  return 0
}

func read(_ bytes: [UInt8], pieceSize: Int) -> Reading {
  var reader = HTTP.ResponseReader()
  reader.expectResponse(to: .get)
  return feed(bytes, pieceSize: pieceSize) { bytes in
    guard reader.pendingCount > 0, !reader.isClosed else { return nil }
    let (consumed, event) = try reader.read(bytes)
    switch event {
    case .incomplete: return (consumed, nil, nil)
    case .body(let range): return (consumed, range, nil)
    case .informational, .head: return (consumed, nil, "head")
    case .end:
      let trailers = reader.takeTrailers() ?? HTTP.Fields()
      let exact = trailers.map { "\($0.name)=\(Hex.encode($0.value.bytes))" }
      return (consumed, nil, "end \(exact)")
    }
  }
}

/// The reader restores the content that the writer has put into chunks, byte for byte.
func rewrite(_ content: [UInt8], partSize: Int) {
  do {
    let destination = try HTTP.Destination(scheme: .http, host: "host.example")
    var wire: [UInt8] = []
    var body = try HTTP.RequestWriter().writeHead(
      .post, destination, body: .unknown, to: &wire)
    var at = 0
    while at < content.count {
      let end = min(content.count, at + partSize)
      try body.write(content[at..<end].span, to: &wire)
      at = end
    }
    try body.finish(to: &wire)
    var reader = HTTP.RequestReader()
    var decoded: [UInt8] = []
    at = 0
    while at < wire.count {
      let bytes = wire.span.extracting(at..<wire.count)
      let (consumed, event) = try reader.read(bytes)
      if case .body(let range) = event { decoded.append(bytes.extracting(range)) }
      at += consumed
      if case .end = event { break }
    }
    require(at == wire.count && decoded == content, "chunks did not come back")
  } catch {
    require(false, "chunks were refused: \(error)")
  }
}
