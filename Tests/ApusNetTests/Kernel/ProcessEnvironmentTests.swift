import ApusNet
import CApusTestSupport
import Testing

@Suite struct ProcessEnvironmentTests {
  @Test func `the value of an environment variable is returned only if it is set`() throws {
    #expect(ProcessEnvironment.value(of: "PATH")?.utf8.contains(0x2f) == true)
    #expect(ProcessEnvironment.value(of: "APUS_NOBODY_SETS_THIS") == nil)
    #expect(ProcessEnvironment.value(of: "PATH\0") == nil)
    #expect(ProcessEnvironment.value(of: "") == nil)
  }

  @Test func `an environment value with invalid UTF-8 is available only as bytes`() async {
    await #expect(processExitsWith: .success) {
      let name: [CChar] = Array("APUS_TEST".utf8CString)
      let value: [CChar] = [0x61, -1, 0x62, 0]
      // SAFETY: two C strings for this call only.
      #expect(unsafe apus_test_set_environment(name, value) == 0)
      #expect(ProcessEnvironment.bytes(of: "APUS_TEST") == [0x61, 0xff, 0x62])
      #expect(ProcessEnvironment.value(of: "APUS_TEST") == nil)
    }
  }

  @Test func `the wall clock shows a date after the year 2025`() {
    #expect(WallClock.secondsSinceEpoch > 1_735_689_600)
  }
}
