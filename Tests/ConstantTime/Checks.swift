import CApusTestSupport

/// Runs each operation on secrets once, under valgrind; see `run` in this folder.
///
/// Valgrind reports every branch and every address that depends on memory marked as secret, in the
/// same code that ships. Each result is checked, so that no operation can be omitted. With the
/// argument `leak` a secret is leaked on purpose, which must be reported.
///
/// Valgrind supports AES-NI and AVX2 and runs the tiers of the shim that need no more. The wider
/// ones are compiled from the same source, which has no table and branches only on lengths, and so
/// are the instructions for SHA-256.
@main
enum Checks {
  enum Failure: Error {
    /// The program does not run under valgrind, or was built without its header.
    case notWatched
    /// An operation had a wrong result.
    case wrongResult(String)
  }

  static func main() throws {
    guard apus_test_sees_secrets() else { throw Failure.notWatched }
    if CommandLine.arguments.contains("leak") { print(leak()) }
    for check in KeyChecks.all + SymmetricChecks.all {
      print(check.name)
      guard try check.run() else { throw Failure.wrongResult(check.name) }
    }
  }

  /// A branch and an address that depend on a secret.
  private static func leak() -> Int {
    let secret = Secret.hidden(count: 2)
    let table = Pattern.bytes(256)
    var sum = 0
    if secret[0] & 1 == 1 { sum += table.count }
    sum += Int(table[Int(secret[1])])
    return Int(Secret.shown([UInt8(truncatingIfNeeded: sum)])[0])
  }
}

/// One operation; it returns whether its result is right.
typealias Check = (name: String, run: () throws -> Bool)
