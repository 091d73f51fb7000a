internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// Checks signatures, each by each key once, as long as a budget lasts.
  struct SignatureChecker {
    /// What came of a signature.
    enum Verdict: Equatable {
      case valid
      case wrong
      case unsupportedAlgorithm(CryptoError)
      /// The key above is not one that checks anything.
      case unusableKey(CryptoError)
    }

    /// How many signatures may still be checked.
    var allowance: SignatureAllowance
    // Both are walked over from the start: there are two or three of each, and no more than
    // signatures in the budget except for those that cost nothing.
    private var keys: [(number: Int, key: Result<VerificationKey, CryptoError>)] = []
    private var verdicts: [(certificate: Int, key: Int, verdict: Verdict)] = []

    init(budget: Int) {
      allowance = SignatureAllowance(budget)
    }

    /// Whether a certificate is signed by a key, by their numbers; nil if the budget is used up.
    ///
    /// What was found out before costs nothing, nor does what needs no arithmetic.
    mutating func verdict(
      on certificate: Certificate, _ number: Int, by key: ArraySlice<UInt8>, _ keyNumber: Int
    ) -> Verdict? {
      let known = verdicts.first { $0.certificate == number && $0.key == keyNumber }
      if let known { return known.verdict }
      let verdict: Verdict
      do throws(CryptoError) {
        let der = certificate.der.span
        let algorithm = try SignatureAlgorithm(reading: certificate.signatureAlgorithm, in: der)
        switch imported(key, keyNumber) {
        case .failure(let error): verdict = .unusableKey(error)
        case .success(let key) where !key.supports(algorithm): verdict = .wrong
        case .success(let key):
          guard allowance.take() else { return nil }
          let isValid = key.isValid(
            signature: der.extracting(certificate.signatureRange), algorithm,
            for: der.extracting(certificate.signedRange))
          verdict = isValid ? .valid : .wrong
        }
      } catch {
        verdict = .unsupportedAlgorithm(error)
      }
      verdicts.append((number, keyNumber, verdict))
      return verdict
    }

    private mutating func imported(
      _ der: ArraySlice<UInt8>, _ number: Int
    ) -> Result<VerificationKey, CryptoError> {
      if let known = keys.first(where: { $0.number == number }) { return known.key }
      let result = Result { () throws(CryptoError) in
        try VerificationKey(spki: der.span)
      }
      keys.append((number, result))
      return result
    }
  }
}

extension X509 {
  /// How many signatures may still be checked, and whether one more was wanted.
  ///
  /// A caller that is refused one says nothing of worth, and the whole search ends.
  struct SignatureAllowance {
    private var left: Int
    private(set) var isOverdrawn = false

    init(_ count: Int) {
      left = count
    }

    /// Takes the right to check one signature, if there is one left.
    mutating func take() -> Bool {
      guard left > 0 else {
        isOverdrawn = true
        return false
      }
      left -= 1
      return true
    }
  }
}
