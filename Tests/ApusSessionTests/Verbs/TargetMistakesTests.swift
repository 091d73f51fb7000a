import CApusTestSupport
import TestSupport
import Testing

/// A program that passes a text in a variable as a target: the compiler's message has the remedy.
@Suite struct TargetMistakesTests {
  /// The folder of the modules that this test program was built with.
  private static let modules: String = {
    let folders = CommandLine.arguments[0].split(separator: "/").dropLast()
    return "/" + folders.joined(separator: "/") + "/Modules"
  }()
  /// The folder of the package.
  private static let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  /// Returns whether a call compiles, and whether the compiler's message contains some words.
  private static func compile(_ call: String, saying words: String) throws -> (Bool, Bool) {
    let folder = try TemporaryFolder()
    let program = """
      import ApusSession
      struct User: Decodable {}
      func f(_ api: HTTPSession, _ path: String, _ id: Int) async throws { \(call) }
      """
    _ = try folder.write(Array(program.utf8), to: "main.swift")
    let line = """
      cd '/\(root)' && swiftc -typecheck -parse-as-library -swift-version 6 -I '\(modules)' \
      $(find Sources -name module.modulemap -printf '-I %h ') \
      '\(folder.path)/main.swift' >'\(folder.path)/words' 2>&1
      """
    // SAFETY: C strings for these calls only.
    let compiles = unsafe apus_test_run("{ \(line); }") == 0
    let found = unsafe apus_test_run("grep -qF '\(words)' '\(folder.path)/words'") == 0
    return (compiles, found)
  }

  @Test(arguments: [
    "try await api.get(path)", "let user: User = try await api.get(path); _ = user",
    "try await api.post(path, .json([1]))", "try await api.head(path)",
    "try await api.put(path)", "try await api.patch(path)", "try await api.delete(path)",
  ])
  func `a String variable as a target does not compile and suggests two remedies`(
    _ call: String
  ) throws {
    let (compiles, isNamed) = try Self.compile(call, saying: ".reference(text)")
    #expect(!compiles && isNamed)
  }

  @Test(arguments: [
    #"try await api.get("users")"#, #"try await api.get("users/\(id)")"#,
    #"try await api.get(id > 1 ? "a" : "b")"#, "try await api.get(.reference(path))",
    #"let user: User = try await api.get("users", query: ["page": id]); _ = user"#,
    #"try await api.post("users", .json([1]))"#, #"try await api.delete("users/\(path)")"#,
  ])
  func `string literals and string interpolations are valid targets`(_ call: String) throws {
    let (compiles, _) = try Self.compile(call, saying: "")
    #expect(compiles)
  }
}
