import ApusNet
import TestSupport
import Testing

@testable import ApusCommand

/// The table of the article on exit statuses, compared with the tool.
@Suite struct ExitStatusTests {
  @Test func `the article about exit statuses lists each exit status of the tool`() throws {
    let path = Trial.root + "/Sources/ApusCommand/ApusCommand.docc/ExitStatuses.md"
    let text = String(decoding: try Files.contents(of: path), as: UTF8.self)
    let numbers = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .compactMap { line in Int32(line.split(separator: " ")[1]) }
    #expect(numbers == ExitStatus.allCases.map(\.rawValue))
  }
}
