// A reverse proxy: a server that forwards each request to another server.
//
// It shows a session inside a server: the content of a response is passed on piece by piece, so
// that the memory of the proxy does not depend on the size of the response. The server of this
// example is the one of the test kit. A real service uses a server framework in its place.
//
//     swift run ReverseProxy [URL]
//
// The URL is that of the other server. Without it, the program starts one.

import Apus
import ApusTestServer

let upstream = try await TestServer { request in
  .response(HTTP.Response(200, body: Array("content of \(request.path)".utf8)))
}
let target = CommandLine.arguments.dropFirst().first ?? upstream.url

let session = try HTTPSession(target) { settings in
  settings.timeouts.total = .seconds(30)
  // The client of the proxy follows redirects, keeps cookies and decodes content, not the proxy.
  settings.redirects = .none
  settings.decodesContent = false
}

// These fields are about one connection. The session and the server write their own.
let ofConnection: Set<HTTP.FieldName> = [
  "Connection", "Content-Length", "Host", "Keep-Alive", "Proxy-Connection", "TE", "Trailer",
  "Transfer-Encoding", "Upgrade",
]

let proxy = try await TestServer { received in
  // The point keeps `//other.example/` a path of the other server.
  let path = received.head.target.text
  guard path.utf8.first == 0x2f else { return .response(HTTP.Response(400)) }
  var request = HTTP.Request(received.method, .reference("." + path))
  request.headers = HTTP.Fields(received.headers.filter { !ofConnection.contains($0.name) })
  request.body = .bytes(received.body)
  // The response is open: its content is read while the client of the proxy receives it.
  let response = try await session.open(request, accepting: .any)
  var head = HTTP.ResponseHead(response.status)
  head.headers = HTTP.Fields(response.headers.filter { !ofConnection.contains($0.name) })
  return .stream(head) { connection in
    for try await piece in response.body { try await connection.writeChunk(piece) }
  }
}

let client = try HTTPSession(proxy.url)
print("through the proxy:", try await client.get("reports/7").text)

await client.shutdown(within: .seconds(5))
await proxy.shutdown()
await session.shutdown(within: .seconds(5))
await upstream.shutdown()
