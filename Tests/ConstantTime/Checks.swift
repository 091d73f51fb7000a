import CApusTestSupport

/// Runs each operation on secrets once, for valgrind to watch; see `run` beside this file.
///
/// Valgrind reports every branch and every address that depends on memory marked as secret, in the
/// very code that ships. What comes out is checked, so that no operation is left out. With the
/// argument `leak` a secret is leaked on purpose, which must be reported.
///
/// Valgrind knows AES-NI and AVX2 and runs the tiers of the shim that need no more. The wider ones
/// are compiled from the same text, which has no table and branches on lengths alone, and so are
/// the instructions for SHA-256.
@main
enum Checks {
  enum Failure: Error {
    /// Not under valgrind, or built without its header.
    case notWatched
    /// An operation did not do what it is for.
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

/// One operation, and whether what came out is right.
typealias Check = (name: String, run: () throws -> Bool)
