import ApusHTTP
import ApusNet
import ApusSession

/// The resident memory of a client that reads much more slowly than its server sends.
struct SlowReader {
  private let port: String

  init(port: String) { self.port = port }

  /// Reads the large file with a pause after each piece. Returns the resident memory at the start
  /// of the reading and its later peak in KiB.
  func run() async throws -> (begun: Int, most: Int) {
    let session = try HTTPSession("http://127.0.0.1:\(port)/")
    return try await session.stream(.get("large")) { _, content in
      var (byteCount, begun, most, marks) = (0, 0, 0, 0)
      for try await piece in content {
        byteCount += piece.count
        guard byteCount >> 22 > marks else { continue }
        marks = byteCount >> 22
        let resident = try ProcessUse.resident()
        // The first 32 MB count as the start of the reading.
        if marks <= 8 { begun = max(begun, resident) } else { most = max(most, resident) }
        try await Task.sleep(for: .milliseconds(10))
      }
      precondition(byteCount == Workplace.largeByteCount, "the response is incomplete")
      return (begun, most)
    }
  }
}

extension TransportBenchmarks {
  static func slowReader(at workplace: Workplace) throws -> Bool {
    let numbers = try Party.numbers(
      [Party.ourselves, "transport-slow", "\(workplace.nginxPort)"], count: 2)
    let (begun, most) = (Double(numbers[0]) / 1024, Double(numbers[1]) / 1024)
    print(
      """
      1 GB through a slow reader: \(Bar.hundredths(begun)) MB resident after the first 32 MB, \
      at most \(Bar.hundredths(most)) MB until the end
      """)
    let isSmall = Bar("resident MB with a slow reader", at: most, atMost: 20).report()
    return Bar("growth of that in MB", at: most - begun, atMost: 1).report() && isSmall
  }
}
