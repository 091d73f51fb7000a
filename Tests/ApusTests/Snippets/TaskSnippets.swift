import Apus
import Synchronization
import TestSupport
import Testing

private typealias User = Service.User

// The regions between the marks are the code of the article on tasks, progress and priorities.

// Snippet:
/// The requests that are under way in a session, those of awaited calls too.
final class RunningCalls: HTTPSession.Monitor {
  private let calls = Mutex<[Int: HTTP.Request]>([:])

  var requests: [HTTP.Request] {
    calls.withLock { calls in calls.sorted { $0.key < $1.key }.map(\.value) }
  }

  func note(_ event: HTTPSession.Event) {
    guard let call = event.call else { return }
    switch event.kind {
    case .began(let request): calls.withLock { $0[call] = request }
    case .ended: calls.withLock { $0[call] = nil }
    default: return
    }
  }
}
// End.

@Suite(.ownThread) struct TaskSnippets {
  @Test func `a download runs concurrently with other code`() async throws {
    let place = try TemporaryFolder()
    let folder = place.path
    try await Service.with { _, api in
      // Snippet:
      let task = api.start(
        .download("dumps/today.tar", to: "\(folder)/today.tar"), priority: .low)
      for await progress in task.progress { print(progress.fraction ?? 0) }
      let download = try await task.value
      print(download.byteCount)
      // End.
      #expect(download.byteCount == 100_000 && task.received.fraction == 1)
    }
  }

  @Test func `a monitor lists the running calls`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let running = RunningCalls()
      let api = try HTTPSession(base) { $0.monitors.append(running) }
      // End.
      try await api.stream(.get("users")) { _, content in
        try await api.stream(.get("rows")) { _, _ in
          #expect(running.requests.map(\.path) == ["/v1/users", "/v1/rows"])
        }
        for try await _ in content {}
      }
      #expect(running.requests.isEmpty && api.tasks.isEmpty)
      await api.shutdown(within: .seconds(60))
    }
  }

  @Test func `a response that is collected in memory reports its progress`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let users = try await api.get("users", as: [User].self) { progress in
        print(progress.completed, progress.total ?? -1, progress.decoded)
      }
      print(users.count)
      // End.
      #expect(!users.isEmpty)
    }
  }

  @Test func `a download task can be suspended and resumed`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let task = api.start(.send(.get("users"), within: .seconds(60)), isSuspended: true)
      task.resume()
      task.suspend()
      task.resume()
      let response = try await task.value
      print(response.status)
      // End.
      #expect(response.status == .ok && api.tasks.isEmpty)
    }
  }

  @Test func `cancelling a download returns a resume token`() async throws {
    let place = try TemporaryFolder()
    let folder = place.path
    try await Service.with { _, api in
      // Snippet:
      let task = api.start(.download("dumps/today.tar", to: "\(folder)/part.tar"))
      let token = await task.cancel(producingResumeData: true)
      print(token?.byteCount ?? 0)
      // End.
      #expect(task.state == .completed)
    }
  }

  @Test func `request options can raise the priority of a request`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var request = HTTP.Request.get("users")
      request.options.priority = .high
      let users = try await api.send(request, as: [User].self)
      print(users.count)
      // End.
      #expect(!users.isEmpty)
    }
  }
}
