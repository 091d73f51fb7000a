import ApusHTTP

var received = ByteQueue()
received.append(Array("HTTP/1.1 200 OK\r\n".utf8))
received.withBytes { bytes in
  var cursor = Cursor(0..<bytes.count)
  let isHTTP = cursor.skip("HTTP/1.1 ", in: bytes)
  print(HTTP.self, isHTTP, cursor.readDigits(3, in: bytes) ?? 0, DomainName.limit)
}
print(Hex.encode(Array("apus".utf8)))
