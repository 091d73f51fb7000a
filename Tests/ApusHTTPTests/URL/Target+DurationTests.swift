import ApusHTTP
import Testing

/// Durations in targets, and their decimal form.
struct TargetDurationTests {
  @Test(
    arguments: [
      (.seconds(3), "3"), (.milliseconds(250), "0.25"), (.zero, "0"), (.seconds(-3), "-3"),
      (.milliseconds(-1_500), "-1.5"), (.milliseconds(-250), "-0.25"),
      (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001"),
      (Duration(secondsComponent: 7, attosecondsComponent: 10), "7.00000000000000001"),
      (.seconds(Int64.max), "9223372036854775807"), (.seconds(Int64.min), "-9223372036854775808"),
      (Duration(attoseconds: .min), "-170141183460469231731.687303715884105728"),
      (Duration(attoseconds: .max), "170141183460469231731.687303715884105727"),
    ] as [(Duration, String)])
  func `a duration in a request target is written as a decimal number of seconds`(
    time: Duration, text: String
  ) {
    #expect(time.decimalSeconds == text)
    #expect(("wait/\(time)?within=\(time)" as HTTP.Target).text == "wait/\(text)?within=\(text)")
  }
}
