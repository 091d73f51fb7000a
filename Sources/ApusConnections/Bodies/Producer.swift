internal import ApusHTTP
internal import ApusNet

/// A background reader of the caller's body sequence that reads one element ahead of the
/// connection.
///
/// The producer reads the sequence in a separate task, because the next element may take long. In
/// the meantime the server may respond, or a deadline may pass. No other part of a request needs a
/// separate task. The task is cancelled when the producer is released.
final class Producer: Sendable {
  /// The result of one read from the body's asynchronous sequence.
  enum Product: Sendable {
    case piece([UInt8], isLast: Bool)
    /// The end of the body's asynchronous sequence, with the trailer fields of the request.
    case end(HTTP.Fields)
    /// The sequence produced more bytes or fewer bytes than the announced length of the body.
    case mismatch(HTTP.WriteError)
    case failed(any Error)
  }

  private let slot: Slot
  private let task: Task<Void, Never>

  /// Starts a task that reads the first element of the body sequence. The task wakes the connection
  /// after each element.
  ///
  /// The caller's sequence runs on the preferred executor of the request's task.
  init(_ source: BodySource, announced: Int?, nudging bell: Doorbell) {
    let slot = Slot(bell)
    self.slot = slot
    task = Task(executorPreference: CurrentTask.executorOfCallers) {
      await slot.fill(from: source, announced)
    }
  }

  deinit { task.cancel() }

  /// Returns the next piece or the end of the body sequence. Returns `nil` if the task has not
  /// produced a piece yet.
  func take() -> Product? { slot.take() }

  /// A thread-safe slot for one body piece that the connection has not read yet.
  private final class Slot: Sendable {
    private let product = Lock<Product?>(nil)
    private let room: Doorbell
    private let bell: Doorbell

    init(_ bell: Doorbell) {
      self.bell = bell
      room = Doorbell(on: bell.loop)
    }

    func take() -> Product? {
      let taken = product.withLock { $0.take() }
      if case .piece(_, isLast: false) = taken { room.ring() }
      return taken
    }

    func fill(from source: BodySource, _ announced: Int?) async {
      let pieces = source.makePieces()
      var count = 0
      while true {
        let made = await Self.next(of: pieces, after: count, announced)
        product.withLock { $0 = made }
        bell.ring(.nudge)
        guard case .piece(let piece, isLast: false) = made,
          case .rung = await room.wait(until: .never)
        else { return }
        count += piece.count
      }
    }

    /// Returns the next element or the end of the body sequence.
    ///
    /// The last piece of a body with an announced length is returned after the sequence has ended.
    /// A server that has received the last byte may respond. The producer must therefore check the
    /// total length before the last byte is sent.
    private static func next(
      of pieces: BodySource.Pieces, after count: Int, _ announced: Int?
    ) async -> Product {
      do {
        guard let piece = try await pieces.next() else {
          guard let announced, count < announced else { return end(of: pieces, announced) }
          return .mismatch(.bodyTooShort(announced: announced, written: count))
        }
        guard let announced, count + piece.count >= announced else {
          return .piece(piece, isLast: false)
        }
        guard count + piece.count == announced else {
          return .mismatch(.bodyTooLong(announced: announced))
        }
        while let more = try await pieces.next() {
          guard more.isEmpty else { return .mismatch(.bodyTooLong(announced: announced)) }
        }
        if case .mismatch(let error) = end(of: pieces, announced) { return .mismatch(error) }
        return .piece(piece, isLast: true)
      } catch {
        return .failed(error)
      }
    }

    /// Returns the end of the body sequence. Returns a length mismatch if a body with an announced
    /// length has trailer fields.
    private static func end(of pieces: BodySource.Pieces, _ announced: Int?) -> Product {
      let trailers = pieces.trailers
      guard announced == nil || trailers.isEmpty else { return .mismatch(.trailersNeedChunks) }
      return .end(trailers)
    }
  }
}
