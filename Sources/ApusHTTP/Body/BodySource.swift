/// An asynchronous sequence of byte collections, whose types nobody else needs to know.
package struct BodySource: Sendable {
  private let start: @Sendable () -> Pieces

  /// The pieces of a sequence.
  package init<Source: AsyncSequence & Sendable>(
    _ source: Source
  ) where Source.Element: Collection<UInt8> {
    start = {
      var iterator = source.makeAsyncIterator()
      return Pieces {
        guard let piece = try await iterator.next(isolation: #isolation) else { return nil }
        return (piece as? [UInt8]) ?? Array(piece)
      }
    }
  }

  /// Begins to read the sequence.
  package func makePieces() -> Pieces { start() }

  /// What is left of a sequence that has been begun; one task at a time reads it.
  package final class Pieces {
    private let pull: nonisolated(nonsending) () async throws -> [UInt8]?

    fileprivate init(_ pull: nonisolated(nonsending) @escaping () async throws -> [UInt8]?) {
      self.pull = pull
    }

    /// The next piece, which may be empty, or nil at the end.
    package nonisolated(nonsending) func next() async throws -> [UInt8]? { try await pull() }
  }
}
