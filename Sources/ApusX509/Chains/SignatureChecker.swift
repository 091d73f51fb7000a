internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// A checker of signatures within a budget, which checks each signature with each key only once.
  struct SignatureChecker {
    /// The result of checking a certificate's signature.
    enum Verdict: Equatable {
      case valid
      case wrong
      case unsupportedAlgorithm(CryptoError)
      /// The issuer's public key cannot verify signatures.
      case unusableKey(CryptoError)
    }

    /// The number of certificate signatures that may still be checked.
    var allowance: SignatureAllowance
    // A linear search is fast enough, because the lists of keys and verdicts usually have two or
    // three elements. The signature limit also limits the lists, except for results that need no
    // signature check.
    private var keys: [(number: Int, key: Result<VerificationKey, CryptoError>)] = []
    private var verdicts: [(certificate: Int, key: Int, verdict: Verdict)] = []

    init(budget: Int) {
      allowance = SignatureAllowance(budget)
    }

    /// Checks the signature of a certificate with a public key. The result is `nil` if the budget
    /// of signatures is used up.
    ///
    /// A cached result does not count toward the budget. A result without a cryptographic operation
    /// does not count either.
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
  /// The number of signatures that may still be checked, and a flag that reports an exceeded limit.
  ///
  /// If the signature limit is exceeded, further results are unreliable, so the path search ends.
  struct SignatureAllowance {
    private var left: Int
    private(set) var isOverdrawn = false

    init(_ count: Int) {
      left = count
    }

    /// Counts one signature check, and returns `false` if no further signature may be checked.
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
