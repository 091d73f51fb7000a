import Apus

var reader = HTTP.ResponseReader()
reader.expectResponse(to: .get)
var received = ByteQueue()
received.append(Array("HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ada\"}".utf8))
while reader.pendingCount > 0 {
  let consumed = try received.withBytes { bytes in
    let (consumed, event) = try reader.read(bytes)
    if case .head(let head, _, _) = event { print(head.status, head.reason) }
    if case .body(let range) = event {
      print(try JSONValue(parsing: bytes.extracting(range))["name"]?.string ?? "nameless")
    }
    return consumed
  }
  received.consume(consumed)
}
