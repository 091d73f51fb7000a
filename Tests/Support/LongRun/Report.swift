import ApusNet
import CApusTestSupport

/// The errors, and the seed.
package struct Failure: Error, CustomStringConvertible {
  let seed: UInt64
  let words: String

  package var description: String { "seed \(seed): \(words)" }
}

/// The results of a run.
package struct Report: Sendable, CustomStringConvertible {
  package let seed: UInt64
  package let duration: Duration
  /// The number of calls with each end, by their kind and the code of the end.
  package let ends: [String: [String: Int]]
  /// The number of executed requests with side effects.
  package let carriedOut: Int
  /// The number of files that were placed although their downloads were just cancelled.
  package let placedLate: Int
  package let rests: [Rest]
  /// The number of connections that the servers have accepted.
  package let connections: Int

  /// The number of ended calls.
  package var calls: Int { ends.values.flatMap(\.values).reduce(0, +) }

  /// Returns the number of calls with an end.
  package func calls(_ code: String) -> Int { ends.values.reduce(0) { $0 + ($1[code] ?? 0) } }

  package var description: String {
    let lines = ends.sorted { $0.key < $1.key }.map { kind, codes in
      let counts = codes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "  \(kind): \(counts.joined(separator: ", "))"
    }
    let memory = rests.map { rest in
      "\(rest.heapByteCount / 1024)/\(rest.residentByteCount / 1024)"
    }
    return """
      seed \(seed): \(calls) calls in \(duration), each ended once; \(carriedOut) requests that \
      may do something twice were carried out, none twice; \(connections) connections
      \(lines.joined(separator: "\n"))
      \(placedLate) files were put in their place while their downloads were cancelled
      at rest nothing waits; descriptors \(rests.map(\.descriptors)), \
      KiB in use/resident \(memory.joined(separator: " "))
      """
  }
}

/// The resources of the process while no call is running.
package struct Rest: Sendable {
  /// Descriptors that are open.
  package let descriptors: Int
  /// The number of allocated bytes that were not freed.
  package let heapByteCount: Int
  /// Bytes of memory that are the process's.
  package let residentByteCount: Int

  /// The system did not provide a number.
  struct Failure: Error { let errno: Int64 }

  init() throws {
    descriptors = Int(apus_test_descriptors())
    heapByteCount = Int(apus_test_heap_bytes())
    let resident = apus_test_resident_bytes()
    guard resident >= 0 else { throw Failure(errno: -resident) }
    residentByteCount = Int(resident)
  }
}
