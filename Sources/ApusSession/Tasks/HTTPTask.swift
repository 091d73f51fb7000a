internal import ApusConnections
public import ApusHTTP
internal import ApusNet

/// A call that runs beside its program, which holds it by this.
///
///     let task = api.start(.download("dumps/today.tar", to: "/srv/dumps/"), priority: .low)
///     for await progress in task.progress { print(progress.fraction ?? 0) }
///     let download = try await task.value
///
/// It goes on until it has ended or is cancelled, also where no one holds it any more, and keeps
/// its session for so long. What it has come to is told by `Returning`, which `start` returns.
public class HTTPTask: @unchecked Sendable {
  /// What kind of work a task does.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// Sends a request, and collects the response.
    case data
    /// Sends a request for the sake of its content.
    case upload
    /// Writes the content of a response to a file.
    case download
  }

  /// Where a task stands.
  public enum State: Sendable, Hashable {
    /// It goes on by itself.
    case running
    /// It does nothing before it is resumed.
    case suspended
    /// It was cancelled, and has not ended yet.
    case cancelling
    /// It has ended, well or not.
    case completed
  }

  /// The number of the task, which no other task of its session has.
  public let identifier: Int
  /// What kind of work it does.
  public let kind: Kind
  /// The request as it was given, and not as it is sent.
  public let request: HTTP.Request
  let control: CallControl
  private let facts = Lock(Facts())

  private struct Facts {
    var name: String?
    var isCancelled = false
    var isCompleted = false
    var sent = TransferProgress(completed: 0, total: nil)
    var received = TransferProgress(completed: 0, total: nil)
    var streams: [Int: (isOfRequest: Bool, stream: AsyncStream<TransferProgress>.Continuation)] =
      [:]
    var streamCount = 0
    /// What ends the task's work.
    var cancel: (@Sendable () -> Void)?
  }

  init(_ identifier: Int, _ kind: Kind, _ request: HTTP.Request, _ control: CallControl) {
    self.identifier = identifier
    self.kind = kind
    self.request = request
    self.control = control
  }

  /// The words of the program for the task, which mean nothing to the session.
  public final var taskDescription: String? {
    get { facts.withLock(\.name) }
    set { facts.withLock { $0.name = newValue } }
  }

  /// How urgent the task is among those that wait for a connection; it may be changed at any time.
  public final var priority: HTTP.RequestOptions.Priority {
    get { control.priority }
    set { control.priority = newValue }
  }

  /// Where the task stands.
  public final var state: State {
    let (isCompleted, isCancelled) = facts.withLock { ($0.isCompleted, $0.isCancelled) }
    if isCompleted { return .completed }
    if isCancelled { return .cancelling }
    return control.suspension == nil ? .running : .suspended
  }
}

// MARK: What a program asks of it

extension HTTPTask {
  /// Cancels the task, which fails as cancelled unless it has ended; it may be suspended.
  public final func cancel() {
    let cancel = facts.withLock { facts in
      guard !facts.isCompleted else { return nil as (@Sendable () -> Void)? }
      facts.isCancelled = true
      return facts.cancel
    }
    cancel?()
  }

  /// Suspends the task until it is resumed.
  ///
  /// While it waits for a connection it leaves the queue, where it keeps its age. A connection that
  /// it has is kept for 30 seconds. After that a download goes on by a range where it can, and any
  /// other request begins anew; one that is not idempotent is not sent again, and fails. The time
  /// of the call as a whole, `within:`, runs on, and no other bound does.
  public final func suspend() { _ = control.suspend() }

  /// Lets the task go on that was suspended, or was not begun.
  public final func resume() { _ = control.resume() }
}

// MARK: Progress

extension HTTPTask {
  /// How much of the response has come.
  public final var received: TransferProgress { facts.withLock(\.received) }

  /// How much of the request's content was sent.
  public final var sent: TransferProgress { facts.withLock(\.sent) }

  /// How much of the response has come, from now until the task ends.
  ///
  /// Who is slow is told of the newest piece alone. Each use makes a sequence for one reader.
  public final var progress: AsyncStream<TransferProgress> { stream(isOfRequest: false) }

  /// How much of the request's content was sent, from now until the task ends.
  public final var uploadProgress: AsyncStream<TransferProgress> { stream(isOfRequest: true) }

  private func stream(isOfRequest: Bool) -> AsyncStream<TransferProgress> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    let number: Int? = facts.withLock { facts in
      // Under the lock, so that nothing newer comes before it.
      continuation.yield(isOfRequest ? facts.sent : facts.received)
      guard !facts.isCompleted else { return nil }
      facts.streamCount += 1
      facts.streams[facts.streamCount] = (isOfRequest, continuation)
      return facts.streamCount
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.facts.withLock { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }

  final func note(received progress: TransferProgress) {
    facts.withLock { facts in
      facts.received = progress
      for (isOfRequest, stream) in facts.streams.values where !isOfRequest {
        stream.yield(progress)
      }
    }
  }

  final func note(sent progress: TransferProgress) {
    facts.withLock { facts in
      // The head alone has been sent.
      guard facts.sent != progress else { return }
      facts.sent = progress
      for (isOfRequest, stream) in facts.streams.values where isOfRequest {
        stream.yield(progress)
      }
    }
  }
}

// MARK: Beginning and end

extension HTTPTask {
  /// Notes what ends the work, which may have been asked for already.
  final func begin(cancelledBy cancel: @escaping @Sendable () -> Void) {
    let isCancelled = facts.withLock { facts in
      // What was quick has ended.
      if !facts.isCompleted { facts.cancel = cancel }
      return facts.isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Notes that the work has ended, and lets go of all that it needed.
  final func end() {
    control.end()
    let streams = facts.withLock { facts in
      facts.isCompleted = true
      facts.cancel = nil
      defer { facts.streams = [:] }
      return facts.streams.values.map(\.stream)
    }
    for stream in streams { stream.finish() }
  }
}

extension HTTPTask: Identifiable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The task itself: two of different sessions may have the same number.
  public final var id: ObjectIdentifier { ObjectIdentifier(self) }

  public static func == (a: HTTPTask, b: HTTPTask) -> Bool { a === b }

  public final func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The number, the request without what may be secret, and the state.
  public final var description: String {
    "task \(identifier): \(request.method) \(request.target.redacted), \(state)"
  }

  /// Nothing: the description contains all that may be shown.
  public final var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPTask {
  /// A task whose end is a value of a type, or an error.
  public final class Returning<Value: Sendable>: HTTPTask, @unchecked Sendable {
    private let work = Lock<Task<Result<Value, HTTPSessionError>, Never>?>(nil)

    /// Waits until the task has ended, and returns what it has come to, or throws why it has not.
    ///
    /// It may be asked for several times. Cancelling who waits does not cancel the task.
    public var value: Value {
      get async throws {
        try await outcome.get()
      }
    }

    /// What the task has come to, once it has ended.
    var outcome: Result<Value, HTTPSessionError> {
      get async {
        let work = work.withLock { $0 }
        return await work?.value ?? .failure(HTTPSessionError(.cancelled))
      }
    }

    func run(_ work: Task<Result<Value, HTTPSessionError>, Never>) {
      self.work.withLock { $0 = work }
      begin { work.cancel() }
    }
  }
}
