import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 6.
struct AlertTests {
  @Test(arguments: TLS.AlertDescription.allCases)
  func `a decoded TLS alert equals the encoded alert`(description: TLS.AlertDescription) throws {
    try Wire.check(
      Alert(description),
      read: { (reader) throws(DecodeError) in try Alert(from: &reader) },
      write: { (alert, writer) throws(EncodeError) in alert.write(to: &writer) })
  }

  @Test func `the alerts close_notify, user_canceled and no_renegotiation are warnings`() {
    let warnings = TLS.AlertDescription.allCases.filter { Alert($0).level == Alert.warning }
    #expect(warnings == [.closeNotify, .userCanceled, .noRenegotiation])
  }
}
