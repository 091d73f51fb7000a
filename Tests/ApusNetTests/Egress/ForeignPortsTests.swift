import ApusNet
import Testing

@Suite struct ForeignPortsTests {
  private func isRefused(_ port: UInt16, by ports: ForeignPorts) -> Bool {
    do throws(ForeignPorts.Refusal) {
      try ports.check(port)
      return false
    } catch {
      return error.port == port
    }
  }

  @Test(arguments: [
    0, 1, 7, 21, 22, 23, 25, 53, 110, 143, 445, 465, 587, 993, 1433, 3306, 4190, 5060, 5432, 5672,
    6000, 6379, 6667, 6697, 9092, 10_080, 11_211, 27_017,
  ])
  func `ports of SMTP, SSH, Redis, databases and other protocols are rejected`(port: UInt16) {
    #expect(isRefused(port, by: .standard))
    #expect(!isRefused(port, by: .none))
  }

  @Test(arguments: [
    80, 443, 591, 631, 2375, 3000, 5000, 5984, 8000, 8008, 8080, 8086, 8443, 8888, 9000, 9090, 9200,
    15_672, 32_768, 65_535,
  ])
  func `ports of HTTP servers, such as 80, 8080 and 8443, are allowed`(port: UInt16) {
    #expect(!isRefused(port, by: .standard))
  }

  @Test func `a lifted port is allowed, and all other ports of protocols stay rejected`() {
    let ports = ForeignPorts.standard.lifted([6379, 80])
    #expect(!isRefused(6379, by: ports))
    #expect(isRefused(25, by: ports))
    #expect(ports.ports.count == ForeignPorts.standard.ports.count - 1)
    #expect(isRefused(8080, by: ForeignPorts([8080])))
  }

  @Test func `the error of a rejected port contains the port and a remedy`() {
    let refusal = #expect(throws: ForeignPorts.Refusal.self) {
      try ForeignPorts.standard.check(25)
    }
    #expect(
      refusal?.description
        == "port 25 belongs to another protocol than HTTP; lift the port if your server "
        + "uses HTTP there")
  }
}
