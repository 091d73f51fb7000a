internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// Checks signatures, each with each key once, within a budget.
  struct SignatureChecker {
    /// The result of checking a signature.
    enum Verdict: Equatable {
      case valid
      case wrong
      case unsupportedAlgorithm(CryptoError)
      /// The key of the issuer cannot verify signatures.
      case unusableKey(CryptoError)
    }

    /// The remaining number of signatures to check.
    var allowance: SignatureAllowance
    // Both lists are searched from the start. They have two or three elements each, and no more
    // than the budget has signatures, except for results that cost nothing.
    private var keys: [(number: Int, key: Result<VerificationKey, CryptoError>)] = []
    private var verdicts: [(certificate: Int, key: Int, verdict: Verdict)] = []

    init(budget: Int) {
      allowance = SignatureAllowance(budget)
    }

    /// Checks the signature of a certificate with a key, by their numbers; nil if the budget is
    /// used up.
    ///
    /// A known result costs nothing, nor does one that needs no arithmetic.
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
  /// The remaining number of signatures to check, and whether another one was requested.
  ///
  /// The result of a caller that was refused one is unreliable, and the whole search ends.
  struct SignatureAllowance {
    private var left: Int
    private(set) var isOverdrawn = false

    init(_ count: Int) {
      left = count
    }

    /// Takes one signature from the allowance, if there is one left.
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
