import ApusHTTP
import ApusNet
import ApusTestServer

/// The fields of traces in the requests that servers have received, in their order.
final class ReceivedSpans: Sendable {
  private let requests = Lock<[HTTP.Fields]>([])

  func note(_ request: TestRequest) { requests.withLock { $0.append(request.headers) } }

  var spanIDs: [String?] { requests.withLock { $0.map { $0["in-memory-span-id"]?.text } } }
  var traceParents: [String?] { requests.withLock { $0.map { $0["traceparent"]?.text } } }
}

/// Counts from 1.
final class Counted: Sendable {
  private let number = Lock(0)

  func next() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}
