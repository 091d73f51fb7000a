internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTP.Body {
  /// Creates a request body that a closure writes incrementally, with trailer fields at its end.
  ///
  ///     try await api.post("events", .writing { writer in
  ///       for await event in events { try await writer.write(event.bytes) }
  ///       writer.finish(trailers: ["X-Count": count])
  ///     })
  ///
  /// The closure runs in a separate task when the session sends the body, and again if the session
  /// sends the request again. The closure does not run if a response arrives before the session
  /// sends the body. The closure is cancelled if the server does not need the rest of the body. The
  /// request body ends when the writing closure returns. An error of the closure ends the call, and
  /// is the `underlying` error of the call's error.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes that the closure writes. The call fails if the closure
  ///     writes another number of bytes. If the number is `nil`, the body is sent in chunks, which
  ///     trailer fields need.
  ///   - mediaType: The media type of the body, for a request without a `Content-Type` field.
  ///   - body: The closure that writes the body.
  public static func writing(
    byteCount: Int? = nil, _ mediaType: HTTP.MediaType? = nil,
    _ body: @escaping @Sendable (Writer) async throws -> Void
  ) -> HTTP.Body {
    let pieces = WrittenPieces(body: body)
    guard let byteCount else { return sequence(pieces, replay: .always, mediaType) }
    do throws(HTTP.Body.InvalidLength) {
      return try sequence(pieces, byteCount: byteCount, replay: .always, mediaType)
    } catch {
      // A negative byte count fails the call, like any other wrong byte count.
      return sequence(WrittenPieces { [error] _ in throw error }, replay: .always, mediaType)
    }
  }

  /// A writer that one task at a time uses to write a request body.
  public struct Writer: Sendable {
    fileprivate let channel: WriterChannel

    /// Sends bytes of the request body, and returns when the session begins to send them.
    ///
    /// - Parameter bytes: The bytes to append to the body. An empty array has no effect.
    /// - Throws: `CancellationError` if the rest of the body is not needed, and `WriterError` after
    ///   `finish` or during another call of `write`.
    public func write(_ bytes: some Collection<UInt8>) async throws {
      guard !bytes.isEmpty else { return }
      try await channel.write((bytes as? [UInt8]) ?? Array(bytes))
    }

    /// Sends text as a part of the request body, encoded in UTF-8.
    ///
    /// - Parameter text: The text to append to the request body.
    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }

    /// Ends the request body, with trailer fields that follow the content.
    ///
    /// If the writing closure returns without a call of `finish`, the body ends without trailer
    /// fields.
    ///
    /// - Parameter trailers: The trailer fields of the request; none by default.
    public func finish(trailers: HTTP.Fields = [:]) { channel.finish(trailers) }
  }

  /// The reason that bytes of a request body cannot be written.
  public enum WriterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request body has already ended.
    case finished
    /// Another task is writing bytes of the request body.
    case concurrentWrite

    public var description: String {
      switch self {
      case .finished:
        "the request body has ended, because finish was called or the closure has "
          + "returned"
      case .concurrentWrite: "another task is writing to the same request body"
      }
    }
  }
}

/// The byte chunks of a request body, as a sequence that runs the writing closure once for each
/// iterator.
private struct WrittenPieces: AsyncSequence, Sendable {
  let body: @Sendable (HTTP.Body.Writer) async throws -> Void

  func makeAsyncIterator() -> Iterator { Iterator(body) }

  /// The reader of the chunks that one run of the writing closure produces.
  final class Iterator: AsyncIteratorProtocol, HTTP.BodyTrailing {
    private let body: @Sendable (HTTP.Body.Writer) async throws -> Void
    private let channel = WriterChannel()
    private var task: Task<Void, Never>?

    init(_ body: @escaping @Sendable (HTTP.Body.Writer) async throws -> Void) { self.body = body }

    deinit {
      task?.cancel()
      channel.close()
    }

    /// The trailer fields after the content, which are known when the content has ended.
    var trailers: HTTP.Fields { channel.trailers }

    func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      if task == nil {
        task = Task(executorPreference: CurrentTask.executorOfCallers) { [body, channel] in
          do {
            try await body(HTTP.Body.Writer(channel: channel))
            channel.end(nil)
          } catch {
            channel.end(error)
          }
        }
      }
      return try await channel.read()
    }
  }
}

/// A buffer for one chunk of a request body, between the writing task and the sending task.
private final class WriterChannel: Sendable {
  private enum Side { case reader, writer }

  private struct State {
    var piece: [UInt8]?
    var trailers = HTTP.Fields()
    var isFinished = false
    /// A Boolean value that indicates whether the writing closure has returned or the reader was
    /// released.
    var isOver = false
    var failure: (any Error)?
    var reader: CheckedContinuation<Void, Never>?
    var writer: CheckedContinuation<Void, Never>?
    var isWriting = false

    /// The continuation of the writing task or of the reading task, which waits for the other task.
    subscript(side: Side) -> CheckedContinuation<Void, Never>? {
      get { side == .reader ? reader : writer }
      set { if side == .reader { reader = newValue } else { writer = newValue } }
    }
  }

  private let state = Lock(State())

  var trailers: HTTP.Fields { state.withLock { $0.trailers } }

  /// Stores a chunk in the channel, and waits until the reader has taken the chunk and requests the
  /// next chunk.
  func write(_ piece: [UInt8]) async throws {
    let reader = try state.withLock { state in
      if state.isOver || Task.isCancelled { throw CancellationError() }
      guard !state.isFinished else { throw HTTP.Body.WriterError.finished }
      guard !state.isWriting else { throw HTTP.Body.WriterError.concurrentWrite }
      state.isWriting = true
      state.piece = piece
      return state.reader.take()
    }
    reader?.resume()
    await wait(.writer) { $0.piece == nil || $0.isOver }
    let isOver = state.withLock { state in
      state.isWriting = false
      return state.isOver
    }
    if isOver || Task.isCancelled { throw CancellationError() }
  }

  /// Returns the next chunk of the request body, or `nil` at the end of the body.
  func read() async throws -> [UInt8]? {
    await wait(.reader) { $0.piece != nil || $0.isFinished || $0.isOver }
    let (piece, failure, writer) = state.withLock { state in
      (state.piece.take(), state.failure, state.writer.take())
    }
    writer?.resume()
    if let piece { return piece }
    if let failure { throw failure }
    if Task.isCancelled { throw CancellationError() }
    return nil
  }

  func finish(_ trailers: HTTP.Fields) {
    let reader = state.withLock { state in
      guard !state.isFinished, !state.isOver else {
        return nil as CheckedContinuation<Void, Never>?
      }
      state.isFinished = true
      state.trailers = trailers
      return state.reader.take()
    }
    reader?.resume()
  }

  /// Ends the request body after the writing closure has returned or thrown an error.
  func end(_ failure: (any Error)?) {
    let waiting = state.withLock { state in
      if !state.isFinished { state.failure = failure }
      state.isOver = true
      return [state.reader.take(), state.writer.take()]
    }
    for continuation in waiting { continuation?.resume() }
  }

  /// Ends the request body, because the reader does not need the rest of the body.
  func close() { end(nil) }

  /// Waits until the state of the channel satisfies a condition, or until the task is cancelled.
  private func wait(
    _ side: Side, until isReady: @Sendable (borrowing State) -> Bool
  ) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if Task.isCancelled || isReady(state) { return true }
          state[side] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0[side].take() }?.resume()
    }
  }
}
