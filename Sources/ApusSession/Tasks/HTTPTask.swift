internal import ApusConnections
public import ApusHTTP
internal import ApusNet

/// A handle of a call that runs concurrently with the program.
///
///     let task = api.start(.download("dumps/today.tar", to: "/srv/dumps/"), priority: .low)
///     for await progress in task.progress { print(progress.fraction ?? 0) }
///     let download = try await task.value
///
/// The task runs until it has ended or is cancelled, even if its handle is released. The running
/// task keeps its session alive. The function `start` returns a `Returning` instance, which
/// contains the result of the task.
public class HTTPTask: @unchecked Sendable {
  /// The kind of work that an `HTTPTask` performs.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// The task sends a request, and collects the response.
    case data
    /// The task sends a request to upload its content.
    case upload
    /// The task writes the content of a response to a file.
    case download
  }

  /// The state of an `HTTPTask`.
  public enum State: Sendable, Hashable {
    /// The task is running and was not cancelled.
    case running
    /// The task is suspended and sends no request before it is resumed.
    case suspended
    /// The task was cancelled, but has not ended yet.
    case cancelling
    /// The task has ended with a result or an error.
    case completed
  }

  /// The number of the task, which is unique in its session.
  public let identifier: Int
  /// The kind of work that the task performs, such as a download.
  public let kind: Kind
  /// The request of the caller, before the session adds its own header fields.
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
    /// The closure that cancels the task's work.
    var cancel: (@Sendable () -> Void)?
  }

  init(_ identifier: Int, _ kind: Kind, _ request: HTTP.Request, _ control: CallControl) {
    self.identifier = identifier
    self.kind = kind
    self.request = request
    self.control = control
  }

  /// A text that the program can attach to the task. The session does not use the text.
  public final var taskDescription: String? {
    get { facts.withLock(\.name) }
    set { facts.withLock { $0.name = newValue } }
  }

  /// The priority of the task while it waits for a connection.
  ///
  /// The program may change the priority at any time.
  public final var priority: HTTP.RequestOptions.Priority {
    get { control.priority }
    set { control.priority = newValue }
  }

  /// The state of the task: running, suspended, cancelling or completed.
  public final var state: State {
    let (isCompleted, isCancelled) = facts.withLock { ($0.isCompleted, $0.isCancelled) }
    if isCompleted { return .completed }
    if isCancelled { return .cancelling }
    return control.suspension == nil ? .running : .suspended
  }
}

// MARK: Control

extension HTTPTask {
  /// Cancels the task, which then fails with the error code `.cancelled` unless it has already
  /// ended.
  ///
  /// A suspended task can also be cancelled.
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
  /// A suspended task that waits for a connection leaves the queue, but its age in the queue
  /// continues. The connection of a suspended task stays open for 30 seconds. A download that is
  /// suspended for longer resumes with a range request if possible, and any other request is sent
  /// again. A request that is not idempotent cannot be sent again, and its task fails. The time
  /// limit of the whole call, `within:`, continues during the suspension, but other timeouts do
  /// not.
  public final func suspend() { _ = control.suspend() }

  /// Resumes a suspended task, or starts a task that was created suspended.
  public final func resume() { _ = control.resume() }
}

// MARK: Progress of the content

extension HTTPTask {
  /// The progress of receiving the response content.
  public final var received: TransferProgress { facts.withLock(\.received) }

  /// The progress of sending the request content.
  public final var sent: TransferProgress { facts.withLock(\.sent) }

  /// A sequence of the progress of the response content, from now until the task ends.
  ///
  /// A slow reader of the sequence receives only the latest progress. Each use of the property
  /// creates a new sequence for one reader.
  public final var progress: AsyncStream<TransferProgress> { stream(isOfRequest: false) }

  /// A sequence of the progress of the request content, from now until the task ends.
  public final var uploadProgress: AsyncStream<TransferProgress> { stream(isOfRequest: true) }

  private func stream(isOfRequest: Bool) -> AsyncStream<TransferProgress> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    let number: Int? = facts.withLock { facts in
      // The progress is reported while the lock is held, so that reports keep their order.
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
      // Only the head of the request was sent, so the progress of the content has not changed.
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
  /// Stores the closure that cancels the work, and calls the closure if the task was already
  /// cancelled.
  final func begin(cancelledBy cancel: @escaping @Sendable () -> Void) {
    let isCancelled = facts.withLock { facts in
      // The work of a task that ends quickly may already have ended.
      if !facts.isCompleted { facts.cancel = cancel }
      return facts.isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Marks the task as completed, and releases all objects that the work needed.
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
  /// The identity of the task object.
  ///
  /// Tasks of different sessions may have equal numbers, but their identities differ.
  public final var id: ObjectIdentifier { ObjectIdentifier(self) }

  public static func == (a: HTTPTask, b: HTTPTask) -> Bool { a === b }

  public final func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// A description of the task, with its number, its request without secrets, and its state.
  public final var description: String {
    "task \(identifier): \(request.method) \(request.target.redacted), \(state)"
  }

  /// An empty mirror, because the description contains all public facts.
  public final var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPTask {
  /// A task that returns a value of a type or throws an error.
  public final class Returning<Value: Sendable>: HTTPTask, @unchecked Sendable {
    private let work = Lock<Task<Result<Value, HTTPSessionError>, Never>?>(nil)

    /// The result of the task.
    ///
    /// Reading the property waits for the end of the task, and throws the error of a failed task.
    /// The value of a task may be read several times. The cancellation of the waiting Swift task
    /// does not cancel this task.
    public var value: Value {
      get async throws {
        try await outcome.get()
      }
    }

    /// The result of the task, which is available after the task has ended.
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
