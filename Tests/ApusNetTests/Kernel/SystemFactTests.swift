import Testing

@testable import ApusNet

@Suite struct SystemFactTests {
  @Test func `the system provides each fact in one line`() throws {
    for fact in SystemFact.allCases {
      let text = try #require(fact.text, "\(fact)")
      #expect(!text.isEmpty && !text.utf8.contains(0x0a), "\(fact)")
    }
  }

  @Test func `the identifier of a boot is a UUID, and stays the same`() throws {
    let identifier = try #require(SystemFact.bootIdentifier.text)
    #expect(identifier.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12])
    #expect(SystemFact.bootIdentifier.text == identifier)
  }

  @Test(.enabled(if: LinuxOnly.hasProc, "there is no /proc"))
  func `on Linux the facts are those of the kernel`() throws {
    func line(_ path: String) throws -> String {
      String(decoding: try Files.contents(of: path).prefix { $0 != 0x0a }, as: UTF8.self)
    }
    #expect(SystemFact.systemName.text == "Linux")
    #expect(try SystemFact.kernelRelease.text == line("/proc/sys/kernel/osrelease"))
    #expect(try SystemFact.programName.text == line("/proc/self/comm"))
    #expect(try SystemFact.bootIdentifier.text == line("/proc/sys/kernel/random/boot_id"))
  }
}
