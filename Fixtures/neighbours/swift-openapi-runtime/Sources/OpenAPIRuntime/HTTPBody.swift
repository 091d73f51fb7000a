import Synchronization

/// The number of times that a body may be read.
public enum IterationBehavior: Sendable { case single, multiple }

/// The content of a request or a response, in pieces.
public final class HTTPBody: @unchecked Sendable {
  public typealias ByteChunk = ArraySlice<UInt8>

  /// The length of a body, as far as it is known before the body is read.
  public enum Length: Sendable, Equatable {
    case unknown
    case known(Int64)
  }

  public let iterationBehavior: OpenAPIRuntime.IterationBehavior
  public let length: Length
  private let start: @Sendable () -> Iterator
  private let isTaken = Atomic(false)

  private init(
    _ length: Length, _ iterationBehavior: OpenAPIRuntime.IterationBehavior,
    _ start: @escaping @Sendable () -> Iterator
  ) {
    self.length = length
    self.iterationBehavior = iterationBehavior
    self.start = start
  }

  public convenience init(_ bytes: [UInt8]) {
    self.init(.known(Int64(bytes.count)), .multiple) {
      var rest = bytes.isEmpty ? nil : bytes[...]
      return Iterator {
        defer { rest = nil }
        return rest
      }
    }
  }

  public convenience init(
    _ stream: AsyncThrowingStream<ByteChunk, any Error>, length: HTTPBody.Length
  ) {
    self.init(stream, length: length, iterationBehavior: .single)
  }

  public convenience init<Bytes: AsyncSequence>(
    _ sequence: Bytes, length: HTTPBody.Length, iterationBehavior: OpenAPIRuntime.IterationBehavior
  ) where Bytes.Element == ByteChunk, Bytes: Sendable {
    self.init(length, iterationBehavior) {
      var pieces = sequence.makeAsyncIterator()
      return Iterator { try await pieces.next() }
    }
  }

  public convenience init<Bytes: AsyncSequence>(
    _ sequence: Bytes, length: HTTPBody.Length, iterationBehavior: OpenAPIRuntime.IterationBehavior
  ) where Bytes: Sendable, Bytes.Element: Sequence & Sendable, Bytes.Element.Element == UInt8 {
    self.init(length, iterationBehavior) {
      var pieces = sequence.makeAsyncIterator()
      return Iterator { try await pieces.next().map { ArraySlice($0) } }
    }
  }

  private struct SecondReading: Error {}

  /// The place of one reader.
  public struct Iterator: AsyncIteratorProtocol {
    private let pull: () async throws -> ByteChunk?

    fileprivate init(_ pull: @escaping () async throws -> ByteChunk?) { self.pull = pull }

    public mutating func next() async throws -> ByteChunk? { try await pull() }
  }
}

extension HTTPBody: AsyncSequence {
  public typealias Element = ByteChunk
  public typealias AsyncIterator = Iterator

  public func makeAsyncIterator() -> AsyncIterator {
    let isSecond = isTaken.exchange(true, ordering: .relaxed)
    guard iterationBehavior == .single, isSecond else { return start() }
    return Iterator { throw SecondReading() }
  }
}

extension HTTPBody: Hashable {
  public static func == (left: HTTPBody, right: HTTPBody) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension [UInt8] {
  private struct TooLong: Error {}

  public init(collecting body: HTTPBody, upTo maxBytes: Int) async throws {
    self.init()
    for try await piece in body {
      guard piece.count <= maxBytes - count else { throw TooLong() }
      append(contentsOf: piece)
    }
  }
}
