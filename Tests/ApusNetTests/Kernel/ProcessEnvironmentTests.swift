import ApusNet
import Testing

@Suite struct ProcessEnvironmentTests {
  @Test func `a variable that is set is known, and no other`() throws {
    #expect(ProcessEnvironment.value(of: "PATH")?.utf8.contains(0x2f) == true)
    #expect(ProcessEnvironment.value(of: "APUS_NOBODY_SETS_THIS") == nil)
    #expect(ProcessEnvironment.value(of: "PATH\0") == nil)
    #expect(ProcessEnvironment.value(of: "") == nil)
  }

  @Test func `the clock on the wall is past the year 2025`() {
    #expect(WallClock.secondsSinceEpoch > 1_735_689_600)
  }
}
