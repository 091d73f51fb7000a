import ApusASN1
import Testing

/// RFC 7468 section 3.
@Suite struct PEMScannerTests {
  /// Returns all results of the scanner for a text, including errors.
  private func outcomes(
    _ text: String, _ scanner: PEM.Scanner = PEM.Scanner()
  ) -> [Result<PEM.Label, ASN1Error>] {
    let text = Array(text.utf8)
    var scanner = scanner
    var outcomes: [Result<PEM.Label, ASN1Error>] = []
    while true {
      do throws(ASN1Error) {
        guard let section = try scanner.next(in: text.span) else { return outcomes }
        outcomes.append(.success(section.label))
      } catch {
        outcomes.append(.failure(error))
      }
    }
  }

  @Test func `a malformed PEM section does not affect the other sections`() {
    let text = """
      -----BEGIN A-----
      -----BEGIN CERTIFICATE-----
      AQID
      -----END CERTIFICATE-----
      -----END A-----
      -----BEGIN B-----
      AQID
      -----END C-----
      -----BEGIN PUBLIC KEY-----
      AQID
      -----END PUBLIC KEY-----
      """
    #expect(
      outcomes(text) == [
        .failure(.pem(.unterminated, line: 1, at: 0)), .success(.certificate),
        .failure(.pem(.unexpectedEnd, line: 5, at: 77)),
        .failure(.pem(.mismatchedEnd(begunAtLine: 6), line: 8, at: 116)), .success(.publicKey),
      ])
  }

  @Test func `a PEM text with too many sections is rejected`() {
    let section = "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"
    let three = section + section + section
    #expect(outcomes(three, PEM.Scanner(sectionLimit: 3)).count == 3)
    #expect(
      outcomes(three, PEM.Scanner(sectionLimit: 2)) == [
        .success(.publicKey), .success(.publicKey),
        .failure(.pem(.tooManySections(limit: 2), line: 5, at: 2 * section.utf8.count)),
      ])
  }

  @Test func `a PEM section above the maximum length is rejected`() {
    let text = "-----BEGIN X-----\nAQID\n-----END X-----"
    let count = text.utf8.count
    #expect(outcomes("\n" + text, PEM.Scanner(sectionByteLimit: count)).count == 1)
    #expect(
      outcomes("\n" + text, PEM.Scanner(sectionByteLimit: count - 1)) == [
        .failure(.pem(.sectionTooLong(limit: count - 1), line: 2, at: 1))
      ])
  }

  /// The texts that make a scanner slow if it searches each end from each beginning.
  @Test(arguments: [
    "-----BEGIN X-----\n", "-----BEGIN X-----\n\n", "-----END X-----\n",
    "-----BEGIN X-----\nA: b\n",
    "-----BEGIN X\n", "-----", "-----BEGIN ", "\n", " ", "A",
    "-----BEGIN X-----\n-----END Y-----\n",
  ])
  func `the time to scan a PEM text grows linearly with its length`(_ piece: String) {
    let clock = ContinuousClock()
    func duration(_ count: Int) -> Duration {
      let text = String(repeating: piece, count: count)
      return clock.measure { _ = outcomes(text) }
    }
    // Sixteen times the text; a quadratic scan would take 256 times as long in all twenty attempts.
    let isLinear = (0..<20).contains { _ in
      duration(4000) < duration(250) * 64 + .milliseconds(1)
    }
    #expect(isLinear)
  }
}
