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
  // The client of the proxy follows redirects and keeps cookies, not the proxy.
  settings.redirects = .none
}

// One run of the closure serves one connection, with any number of requests.
let proxy = try await TestServer(connections: { connection in
  while let (head, _) = try await connection.readHead() {
    var request = HTTP.Request(head.method, .reference(head.target.text))
    request.headers = head.headers
    // These fields are about one connection. The session writes its own.
    for name in ["Host", "Connection", "Content-Length", "Transfer-Encoding"] {
      request.headers.remove(HTTP.FieldName(name))
    }
    request.body = .bytes(try await connection.readBody())
    do {
      try await session.stream(request, accepting: .any) { upstreamHead, body in
        var response = HTTP.ResponseHead(upstreamHead.status)
        response.headers[.contentType] = upstreamHead.headers[.contentType]
        var bytes: [UInt8] = []
        let writer = HTTP.ResponseWriter(to: head.method)
        let framing = try writer.writeHead(response, body: .unknown, to: &bytes).framing
        try await connection.write(bytes)
        // A response to HEAD, or with status 204 or 304, has no content.
        guard framing == .chunked else { return }
        for try await piece in body { try await connection.writeChunk(piece) }
        try await connection.write("0\r\n\r\n")
      }
    } catch {
      // Part of a response may be sent already, so that the connection must end.
      print("the upstream server failed:", error)
      return
    }
  }
})

let client = try HTTPSession(proxy.url)
print("through the proxy:", try await client.get("reports/7").text)

await client.shutdown(within: .seconds(5))
await proxy.shutdown()
await session.shutdown(within: .seconds(5))
await upstream.shutdown()
