internal import ApusHTTP
internal import ApusNet

/// Makes the pieces of a request's own sequence, one ahead, while its connection goes on.
///
/// The sequence has a task of its own: a piece may be long in the making, and meanwhile the server
/// may answer, and a deadline may come. Nothing else of a request has one. It is cancelled when
/// the producer is released.
final class Producer: Sendable {
  /// What a sequence comes to.
  enum Product: Sendable {
    case piece([UInt8], isLast: Bool)
    case end
    /// More bytes than were announced, or fewer.
    case mismatch(HTTP.WriteError)
    case failed(any Error)
  }

  private let slot: Slot
  private let task: Task<Void, Never>

  /// Begins with the first piece; the task that waits at the bell for input hears of each.
  ///
  /// The sequence runs where the request's task prefers to.
  init(_ source: BodySource, announced: Int?, nudging bell: Doorbell) {
    let slot = Slot(bell)
    self.slot = slot
    task = Task(executorPreference: CurrentTask.executorOfCallers) {
      await slot.fill(from: source, announced)
    }
  }

  deinit { task.cancel() }

  /// The next piece, or how the sequence has ended; nil if neither is known yet.
  func take() -> Product? { slot.take() }

  /// Where a product waits to be taken.
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

    /// With its last byte a server has the whole request, and may answer: what is behind that byte
    /// must be known before.
    private static func next(
      of pieces: BodySource.Pieces, after count: Int, _ announced: Int?
    ) async -> Product {
      do {
        guard let piece = try await pieces.next() else {
          guard let announced, count < announced else { return .end }
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
        return .piece(piece, isLast: true)
      } catch {
        return .failed(error)
      }
    }
  }
}
