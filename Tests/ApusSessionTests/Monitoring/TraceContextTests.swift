import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The trace of requests. W3C Trace Context, level 1.
@Suite(.ownThread) struct TraceContextTests {
  private typealias Trace = HTTPSession.TraceContext

  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let parent = "00-\(trace)-b7ad6b7169203331-01"

  @Test func `a traceparent field is valid if it has nonzero parts in lower-case hexadecimal`() {
    let zeros = String(repeating: "0", count: 32)
    let cases: [(String, Bool)] = [
      (Self.parent, true), ("00-\(Self.trace)-b7ad6b7169203331-00", true),
      // A later version may have more data after it; this one may not.
      ("01-\(Self.trace)-b7ad6b7169203331-01", true),
      ("cc-\(Self.trace)-b7ad6b7169203331-01-what", true),
      ("cc-\(Self.trace)-b7ad6b7169203331-01.what", false),
      (Self.parent + "-what", false), (Self.parent + "0", false), (" " + Self.parent, false),
      ("ff-\(Self.trace)-b7ad6b7169203331-01", false),
      ("00-\(zeros)-b7ad6b7169203331-01", false), ("00-\(Self.trace)-0000000000000000-01", false),
      ("00-\(Self.trace.uppercased())-b7ad6b7169203331-01", false),
      ("00-\(Self.trace)-b7ad6b7169203331-0g", false), ("", false), ("00", false),
      ("00_\(Self.trace)_b7ad6b7169203331_01", false),
    ]
    for (text, isTrace) in cases { #expect((Trace(text) != nil) == isTrace, "\(text)") }
    for end in Self.parent.indices { #expect(Trace(String(Self.parent[..<end])) == nil) }
    let trace = Trace(Self.parent, state: "a=1,b=2")
    #expect(trace?.traceID == Self.trace && trace?.parentID == "b7ad6b7169203331")
    #expect(trace?.isSampled == true && "\(trace.map { "\($0)" } ?? "")" == Self.parent)
    #expect(trace?.state == "a=1,b=2")
    // Unknown flags are not sent on.
    #expect(Trace("00-\(Self.trace)-b7ad6b7169203331-fe")?.isSampled == false)
    #expect(Trace("00-\(Self.trace)-b7ad6b7169203331-ff")?.description == Self.parent)
    for state in ["", "a=\r\nX: y", "a=\u{0}", String(repeating: "a", count: 513)] {
      #expect(Trace(Self.parent, state: state)?.state == nil)
    }
    #expect(Trace(Self.parent, state: String(repeating: "a", count: 512))?.state != nil)
  }

  /// The trace fields of the requests that one call sends, in their order.
  private func fields(
    of request: HTTP.Request, isOn: Bool = true, in current: Trace? = nil,
    _ answers: [String] = ["HTTP/1.1 204 No\r\n\r\n"]
  ) async throws -> [(parent: String?, state: String?)] {
    let heads = Lock<[String]>([])
    let server = try MemoryServer { peer in
      while let head = try await peer.readHead() {
        let number = heads.withLock { heads in
          heads.append(head)
          return heads.count
        }
        try await peer.write(answers[min(number, answers.count) - 1])
      }
    }
    let notes = EventNotes()
    let session = try server.session {
      $0.sendsTraceContext = isOn
      $0.retry = .idempotent(attempts: 2, budget: nil)
      $0.retry.delay = .zero
      $0.monitors.append(notes)
    }
    _ = try await Trace.$current.withValue(current) { try await session.send(request) }
    await session.shutdown()
    await server.shutdown()
    let found = heads.withLock(\.self).map { head in
      (parent: Self.field("traceparent", in: head), state: Self.field("tracestate", in: head))
    }
    // The timeline names the same steps.
    let spans = notes.timelines.first?.attempts.map(\.spanID) ?? []
    #expect(spans == found.map { $0.parent.flatMap { Trace($0)?.parentID } })
    return found
  }

  private static func field(_ name: String, in head: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name): ") }
      .map { String($0.dropFirst(name.utf8.count + 2)) }
  }

  @Test func `each attempt of a call is a separate span of one trace`() async throws {
    let sent = try await fields(
      of: .get("a"), in: nil,
      ["HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n"])
    let traces = sent.compactMap { $0.parent.flatMap { Trace($0) } }
    #expect(traces.count == 2 && sent.count == 2)
    #expect(Set(traces.map(\.traceID)).count == 1 && Set(traces.map(\.parentID)).count == 2)
    let other = try await fields(of: .get("a")).first?.parent.flatMap { Trace($0) }
    #expect(other != nil && other?.traceID != traces.first?.traceID)
    #expect(try await fields(of: .get("a"), isOn: false).map(\.parent) == [nil])
  }

  @Test func `a trace continues from the request's traceparent field or the caller's task`()
    async throws
  {
    let other = "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-00"
    let task = Trace(Self.parent, state: "a=1")
    let inTask = try await fields(of: .get("a"), in: task)
    #expect(inTask.first?.parent?.hasPrefix("00-\(Self.trace)-") == true)
    #expect(inTask.first?.parent?.hasSuffix("-01") == true && inTask.first?.state == "a=1")
    #expect(inTask.first?.parent != Self.parent)
    let request = HTTP.Request(.get, "a", headers: ["traceparent": other, "tracestate": "c=3"])
    let own = try await fields(of: request, in: task)
    #expect(own.first?.parent?.hasPrefix("00-ffffffffffffffffffffffffffffffff-") == true)
    #expect(own.first?.parent?.hasSuffix("-00") == true && own.first?.state == "c=3")
    // An invalid field is replaced, and not sent on.
    let broken = HTTP.Request(.get, "a", headers: ["traceparent": "what", "tracestate": "c=3"])
    let begun = try await fields(of: broken)
    #expect(begun.first?.parent.flatMap { Trace($0) } != nil && begun.first?.state == nil)
  }

  @Test func `a request after a redirect to a foreign server has no trace field`() async throws {
    let moved = "HTTP/1.1 307 No\r\nLocation: http://other.test/\r\nContent-Length: 0\r\n\r\n"
    let request = HTTP.Request(.get, "a", headers: ["traceparent": Self.parent])
    let sent = try await fields(of: request, [moved, "HTTP/1.1 204 No\r\n\r\n"])
    #expect(sent.count == 2 && sent.first?.parent != nil && sent.last?.parent == nil)
    // If the caller requests that server itself, the trace is sent.
    let asked = try await fields(of: .get("http://other.test/"))
    #expect(asked.first?.parent != nil)
  }
}
