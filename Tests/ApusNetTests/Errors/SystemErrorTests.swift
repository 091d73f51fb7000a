import ApusNet
import Testing

@Suite struct SystemErrorTests {
  private func failure(_ path: String) -> SystemError? {
    do throws(SystemError) { _ = try Files.contents(of: path) } catch { return error }
    return nil
  }

  @Test func `a system error contains the call, its argument and the kernel's reason`() {
    #expect(failure("")?.description == "open : No such file or directory")
    #expect(
      failure("/dev/null/x")?.description == "open /dev/null/x: Not a directory")
    let long = "/" + String(repeating: "a", count: 300)
    #expect(failure(long)?.description == "open \(long): File name too long")
  }

  @Test func `the text of a system error escapes control characters of a path`() {
    let path = "/missing/a\r\nopen /b: ok\u{1b}[2J\u{202e}"
    #expect(
      failure(path)?.description == "open /missing/a\\x0d\\x0aopen /b: ok\\x1b[2J\\u{202e}: "
        + "No such file or directory")
    #expect(failure(path)?.subject == path)
  }

  @Test func `system errors with the same call, argument and errno are equal`() {
    #expect(failure("/missing") == failure("/missing"))
    #expect(failure("/missing") != failure("/absent"))
    #expect(failure("/missing") != failure("/missing/\0"))
    #expect(failure("/missing") != nil)
  }
}
