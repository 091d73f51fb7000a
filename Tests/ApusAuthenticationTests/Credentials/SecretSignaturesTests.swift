import ApusAuthentication
import Testing

/// Signatures of webhooks.
struct SecretSignaturesTests {
  private let secret = Authentication.Secret("It's a Secret to Everybody")
  private let body = Array("Hello, World!".utf8)
  private let hex = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

  /// The secret, the body and the signature of GitHub's documentation.
  @Test func `the published HMAC signature of a webhook is accepted`() {
    #expect(secret.verifies("sha256=" + hex, of: body))
    #expect(secret.verifies(hex, of: body) && secret.verifies("v0=" + hex.uppercased(), of: body))
    #expect(secret.verifies(hex, of: body[...]))
    #expect(secret.verifies("dXEH6g6yUJ/CESIczphLijdXC211hsIsRvQ3nIsEPhc=", of: body))
    #expect(secret.verifies("sha256=dXEH6g6yUJ/CESIczphLijdXC211hsIsRvQ3nIsEPhc=", of: body))
  }

  @Test func `a webhook signature with a different message, secret or code is rejected`() {
    #expect(!secret.verifies(hex, of: body + [0]))
    #expect(!secret.verifies(hex, of: [UInt8]()))
    #expect(!Authentication.Secret("another").verifies(hex, of: body))
    for index in 0..<64 {
      var changed = Array(hex.utf8)
      changed[index] ^= 1
      #expect(!secret.verifies(String(decoding: changed, as: UTF8.self), of: body))
    }
  }

  @Test(arguments: [
    "", "=", "sha256=", "sha256", "sha256==", "==", "sha256=zz",
    "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e1",
    "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e1g",
    "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e1700",
    "dXEH6g6yUJ/CESIczphLijdXC211hsIsRvQ3nIsEPhc", "dXEH6g6yUJ_CESIczphLijdXC211hsIsRvQ3nIsEPhc=",
    "dXEH6g6yUJ/CESIczphLijdXC211hsIsRvQ3nIsEPh==", "é",
  ])
  func `a malformed webhook signature is rejected`(signature: String) {
    #expect(!secret.verifies(signature, of: body))
  }

  @Test func `every truncated webhook signature is rejected`() {
    let text = "sha256=" + hex
    for count in 0..<text.utf8.count {
      #expect(!secret.verifies(String(text.prefix(count)), of: body))
    }
  }
}
