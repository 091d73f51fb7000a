// A service that ends without losing work.
//
// After SIGTERM it starts no new work and waits for the requests in progress, at most 20 seconds.
// That is the signal of Kubernetes, systemd and Docker before they kill a process.
//
//     swift run GracefulShutdown [URL]
//
// With a URL the service sends a request each second until SIGTERM. Without a URL it uses a slow
// server of its own, and sends SIGTERM to itself while a request is in progress.

import Apus
import ApusTestServer
import Foundation

/// Calls a function when SIGTERM arrives.
func onTermination(_ stop: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
  // The default action of the signal would end the process at once.
  signal(SIGTERM, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
  source.setEventHandler(handler: stop)
  source.resume()
  return source
}

let server = try await TestServer { request in
  if request.path == "/slow" { try? await Task.sleep(for: .seconds(1)) }
  return .response(HTTP.Response(200, body: Array("done".utf8)))
}
let arguments = CommandLine.arguments.dropFirst()
let session = try HTTPSession(arguments.first ?? server.url)

// The stream has no elements; it ends at SIGTERM.
let (termination, stop) = AsyncStream.makeStream(of: Never.self)
let source = onTermination { stop.finish() }

let work = Task {
  while !Task.isCancelled {
    // A task of its own, which the cancellation of the loop does not cancel.
    let request = Task { try await session.get("slow").text }
    if arguments.isEmpty { kill(getpid(), SIGTERM) }
    print("response:", try await request.value)
    try? await Task.sleep(for: .seconds(1))
  }
}

for await _ in termination {}
print("SIGTERM: no new requests")
work.cancel()
_ = await work.result
let left = await session.shutdown(within: .seconds(20))
await server.shutdown()
source.cancel()
print("ended with \(left) requests in progress")
