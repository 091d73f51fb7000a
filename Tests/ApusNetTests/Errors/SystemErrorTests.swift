import ApusNet
import Testing

@Suite struct SystemErrorTests {
  private func failure(_ path: String) -> SystemError? {
    do throws(SystemError) { _ = try Files.contents(of: path) } catch { return error }
    return nil
  }

  @Test func `a system error contains the call, its subject and the kernel's reason`() {
    #expect(failure("")?.description == "open : No such file or directory")
    #expect(
      failure("/dev/null/x")?.description == "open /dev/null/x: Not a directory")
    let long = "/" + String(repeating: "a", count: 300)
    #expect(failure(long)?.description == "open \(long): File name too long")
  }

  @Test func `control characters of a path do not appear in the error's text`() {
    let path = "/missing/a\r\nopen /b: ok\u{1b}[2J\u{202e}"
    #expect(
      failure(path)?.description == "open /missing/a\\x0d\\x0aopen /b: ok\\x1b[2J\\u{202e}: "
        + "No such file or directory")
    #expect(failure(path)?.subject == path)
  }

  @Test func `system errors are equal if their call, subject and number are equal`() {
    #expect(failure("/missing") == failure("/missing"))
    #expect(failure("/missing") != failure("/absent"))
    #expect(failure("/missing") != failure("/missing/\0"))
    #expect(failure("/missing") != nil)
  }
}
