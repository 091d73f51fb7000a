import Testing

@testable import ApusSession

/// The secrets of one place that are searched for in the others.
struct FoundSecretsTests {
  private func found(
    _ secret: String, with meaning: FoundSecrets.SecretKind
  ) -> (anywhere: Bool, alone: Bool) {
    var secrets = FoundSecrets()
    secrets.insert(Array(secret.utf8), with: meaning)
    return (!secrets.anywhere.isEmpty, !secrets.alone.isEmpty)
  }

  @Test func `a long secret is found inside words, and a short secret as a word`() {
    #expect(found("q7x0zz91", with: .secret) == (true, false))
    #expect(found("q7x0", with: .secret) == (false, true))
    #expect(found("12345678", with: .secret) == (false, true))
    #expect(found("q7x", with: .secret) == (false, false))
    #expect(found("1234", with: .secret) == (false, false))
  }

  @Test func `a short cookie value or ambiguous value is not redacted elsewhere`() {
    for meaning in [FoundSecrets.SecretKind.cookie, .pair] {
      #expect(found("q7x0", with: meaning) == (false, false))
      #expect(found("q7x0zz91", with: meaning) == (true, false))
    }
    #expect(found("dark-blue", with: .pair) == (false, false))
    #expect(found("dark-blue", with: .cookie) == (true, false))
  }

  @Test(arguments: ["undefined", "Undefined", "%75ndefined", "DARK-MODE", "REDACTED"])
  func `a common word such as true is never redacted in any spelling`(_ word: String) {
    #expect(found(word, with: .secret) == (false, false))
    #expect(found(word, with: .cookie) == (false, false))
  }
}
