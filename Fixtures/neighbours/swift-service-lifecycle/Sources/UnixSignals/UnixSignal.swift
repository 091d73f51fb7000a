import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A signal of the system.
public struct UnixSignal: Hashable, Sendable {
  let number: Int32

  public static let sigterm = UnixSignal(number: SIGTERM)
  public static let sigint = UnixSignal(number: SIGINT)
}

/// The signals that the process receives, as a sequence.
package struct ReceivedSignals: AsyncSequence, Sendable {
  package typealias Element = UnixSignal
  private let stream: AsyncStream<UnixSignal>

  package init(_ signals: [UnixSignal]) {
    stream = AsyncStream { continuation in
      nonisolated(unsafe) let sources = signals.map { wanted in
        signal(wanted.number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: wanted.number, queue: .global())
        source.setEventHandler { continuation.yield(wanted) }
        source.resume()
        return source
      }
      continuation.onTermination = { _ in for source in sources { source.cancel() } }
    }
  }

  package func makeAsyncIterator() -> AsyncStream<UnixSignal>.Iterator {
    stream.makeAsyncIterator()
  }
}
