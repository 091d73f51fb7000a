import CApusTestSupport

/// The memory of the process.
package enum ProcessMemory {
  /// The system did not provide the number.
  package struct Failure: Error { let errno: Int64 }

  /// Returns the number of bytes of the process in memory.
  package static func residentByteCount() throws -> Int { try checked(apus_test_resident_bytes()) }

  /// Returns the largest number of bytes of the process in memory until now.
  package static func peakByteCount() throws -> Int { try checked(apus_test_peak_bytes()) }

  private static func checked(_ result: Int64) throws -> Int {
    guard result >= 0 else { throw Failure(errno: -result) }
    return Int(result)
  }
}
