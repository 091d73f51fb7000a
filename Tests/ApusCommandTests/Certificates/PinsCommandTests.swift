import ApusX509
import Testing

@testable import ApusCommand

/// The hashes of keys.
@Suite struct PinsCommandTests {
  @Test func `apus cert pins prints a pin in base64 and as Swift source`() async throws {
    let pin = "sha256/j8H3wa6T02F1RU7DKC+dkyS+HHdycVcnyKL6i8setTE="
    #expect(await Trial("cert", "pins", Trial.server).output == "\(pin)  CN=db.internal.example\n")
    #expect(
      await Trial("cert", "pins", "--swift", Trial.server).output
        == "try X509.Pin(\"\(pin)\"),  // CN=db.internal.example\n")
    #expect(try X509.Pin(pin).description == pin)
    #expect(await Trial("cert", "pins", "--format=json", Trial.server).output.contains(pin))
  }

  @Test func `a certificate subject cannot end the comment in the Swift output of cert pins`() async
  {
    let trial = await Trial("cert", "pins", "--swift", Trial.fixture("inspection/hostile.pem"))
    #expect(trial.output.split(separator: "\n").count == 1)
  }
}
