import Testing

@testable import ApusNames

/// The public suffix list of the program, its pinned package, and the dates that are written down.
///
/// `.ci/run tables` prints the age of the list, and fails once that is more than a year.
@Suite struct SuffixPinTests {
  private static func text(_ name: String) throws -> String {
    String(decoding: try Fixture.bytes("publicsuffix/\(name)"), as: UTF8.self)
  }

  @Test func `the compiled list, the pinned package and the recorded date agree`() throws {
    let day = String(SuffixRules.version.prefix(10))
    #expect(day.utf8.count == 10 && day > "2026-10")
    let pin = try Self.text("requirements.txt")
    #expect(pin.contains("# The public suffix list of \(day),"))
    // The package of a list is of the same day or the next ones.
    let version = try #require(
      pin.split(separator: "\n").first { $0.hasPrefix("publicsuffixlist==") }?
        .split(separator: " ").first?.dropFirst(18))
    let packaged = try #require(version.split(separator: ".").last.flatMap { Int($0) })
    let listed = try #require(Int(day.split(separator: "-").joined()))
    #expect(packaged >= listed && packaged - listed < 7, "\(packaged) of \(listed)")
    #expect(pin.contains("--hash=sha256:"))
    let words = try Self.text("README.md")
    #expect(words.contains("The list of \(day)") && words.contains("`publicsuffixlist` \(version)"))
  }

  @Test func `the build script checks the age of the public suffix list`() throws {
    let script = try Self.text("make-table.py")
    #expect(script.contains("AGE_LIMIT = datetime.timedelta(days=365)"))
    #expect(script.contains("    check_age(version)\n"))
    let steps = String(decoding: try Fixture.bytes("../.ci/run"), as: UTF8.self)
    #expect(steps.contains("  python3 Fixtures/publicsuffix/make-table.py --check\n"))
  }

  @Test(arguments: [
    "replit.app", "webflow.io", "up.railway.app", "bank.in",
  ])
  func `public suffixes of recent years are in the compiled list`(_ text: String) throws {
    #expect(try DomainName(text).isPublicSuffix)
    #expect(try DomainName("a.b.\(text)").registrableDomain?.description == "b.\(text)")
  }
}
