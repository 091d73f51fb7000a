import ApusHTTP
import ApusNet
import TestSupport

@testable import ApusConnections
@testable import ApusSession

/// A server within the process that responds by a table of paths, and keeps the heads of requests.
final class CacheServer: Sendable {
  /// A response: the status line's status, the fields, and the content.
  struct Reply: Sendable {
    var status = "200 OK"
    var fields = ""
    var content = ""
    /// A Boolean value that indicates whether the connection is cut instead of a response.
    var isCut = false
    /// A Boolean value that indicates whether the connection ends a byte before the content does.
    var isTruncated = false
    /// The gate that must be open before the response is sent.
    var gate: Gate?

    private var byteCount: Int { content.utf8.count + (isTruncated ? 1 : 0) }

    /// The bytes of the response.
    fileprivate var text: String {
      "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(byteCount)\r\n\r\n\(content)"
    }
  }

  let clock = ManualClock()
  private let server: MemoryServer
  private let state: State

  private final class State: Sendable {
    let heads = Lock<[String]>([])
  }

  /// Creates a server that calls a closure with the head and the number of earlier requests.
  init(_ reply: @escaping @Sendable (_ head: String, _ count: Int) -> Reply) throws {
    let state = State()
    self.state = state
    server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        let count = state.heads.withLock { heads in
          heads.append(head)
          return heads.count - 1
        }
        let reply = reply(head, count)
        await reply.gate?.pass()
        if reply.isCut { return }
        let isHead = head.hasPrefix("HEAD ")
        var text = reply.text
        if isHead || reply.status.hasPrefix("304") { text.removeLast(reply.content.utf8.count) }
        try await peer.write(text)
        if reply.isTruncated { return }
      }
    }
  }

  /// The heads of the requests that came.
  var heads: [String] { state.heads.withLock { $0 } }

  /// The number of requests.
  var count: Int { heads.count }

  /// Returns a session with a cache in memory, or with the given one.
  func session(
    _ cache: HTTPSession.ResponseCache? = nil,
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) throws -> HTTPSession {
    let cache = try cache ?? .inMemory()
    return try server.session(clock) {
      $0.cache = cache
      configure(&$0)
    }
  }

  func shutdown() async { await server.shutdown() }
}

extension HTTP.Response {
  /// The use of the cache, by the response's field.
  var cacheStatus: String? { headers["Cache-Status"].map { "\($0)" } }
}
