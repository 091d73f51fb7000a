internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// The logs whose promises are looked at, found by their identifiers.
  public struct TransparencyLogs: Sendable {
    private let logs: [[UInt8]: TransparencyLog]

    /// Creates a list of logs; of several with one key the last counts.
    public init(_ logs: [TransparencyLog]) {
      self.logs = Dictionary(logs.map { ($0.id, $0) }) { _, last in last }
    }

    /// Returns the log of an identifier, if it is known.
    public func log(_ id: [UInt8]) -> TransparencyLog? { logs[id] }
  }
}

extension X509.TransparencyLogs {
  /// What came of one promise.
  public enum Verdict: Hashable, Sendable {
    /// The log has made the promise.
    case valid(X509.TransparencyLog)
    /// No log that is known has that identifier.
    case unknownLog
    /// The log has made the promise after it was retired, or was never to be relied on.
    case untrustedLog(X509.TransparencyLog)
    /// The promise was made at a later time.
    case notYetValid(milliseconds: UInt64)
    /// The signature is not by the log, or not over this certificate.
    case wrongSignature
    /// The algorithm of the signature is none that logs may use.
    case unsupportedSignature(hash: UInt8, signature: UInt8)
  }

  /// Checks each timestamp in the extension of a certificate, in their order.
  ///
  /// A certificate without the extension has no promises. RFC 6962 section 3.3.
  public func verdicts(
    on certificate: X509.Certificate, issuerKey: X509.PublicKey, at moment: UnixTime
  ) throws(X509Error) -> [Verdict] {
    guard let list = try certificate.signedCertificateTimestamps else { return [] }
    let entry = try X509.TransparencyEntry(precertificateOf: certificate, issuerKey: issuerKey)
    return list.timestamps.map { verdict(on: $0, of: entry, at: moment) }
  }

  /// Checks timestamps that came beside a certificate, in TLS or in an OCSP response.
  ///
  /// RFC 6962 section 3.3.
  public func verdicts(
    on certificate: X509.Certificate, delivered list: X509.SignedCertificateTimestamps,
    at moment: UnixTime
  ) throws(X509Error) -> [Verdict] {
    let entry = X509.TransparencyEntry(certificate)
    return list.timestamps.map { verdict(on: $0, of: entry, at: moment) }
  }

  private func verdict(
    on timestamp: X509.SignedCertificateTimestamp, of entry: X509.TransparencyEntry,
    at moment: UnixTime
  ) -> Verdict {
    guard let log = log(timestamp.logID) else { return .unknownLog }
    switch log.state {
    case .rejected: return .untrustedLog(log)
    case .retired(let end) where timestamp.milliseconds >= end: return .untrustedLog(log)
    case .usable, .readOnly, .retired: break
    }
    let seconds = moment.secondsSinceEpoch
    // Both are compared in whole seconds, so that nothing overflows.
    guard seconds >= 0, timestamp.milliseconds / 1000 <= UInt64(seconds) else {
      return .notYetValid(milliseconds: timestamp.milliseconds)
    }
    guard let algorithm = timestamp.algorithm else {
      return .unsupportedSignature(
        hash: timestamp.hashAlgorithm, signature: timestamp.signatureAlgorithm)
    }
    let isValid = log.key.isValid(
      signature: timestamp.signature.span, algorithm, for: entry.signedBytes(timestamp).span)
    return isValid ? .valid(log) : .wrongSignature
  }
}

extension X509.SignedCertificateTimestamp {
  /// The algorithm of the signature, if logs may use it: ECDSA or RSA, with SHA-256.
  ///
  /// RFC 6962 section 2.1.4; the numbers are those of RFC 5246 section 7.4.1.4.1.
  var algorithm: SignatureAlgorithm? {
    switch (hashAlgorithm, signatureAlgorithm) {
    case (4, 3): .ecdsa(.sha256)
    case (4, 1): .rsaPKCS1(.sha256)
    default: nil
    }
  }
}

extension X509 {
  /// How many promises a certificate must have, and of how many operators.
  ///
  /// RFC 6962 section 5.4 leaves it to clients. Browsers ask for two, of different operators.
  public struct TransparencyPolicy: Hashable, Sendable {
    /// How many logs must have made a promise.
    public let logCount: Int
    /// How many different operators these logs must have.
    public let operatorCount: Int

    /// Creates a policy; two of each by default.
    public init(logCount: Int = 2, operatorCount: Int = 2) {
      self.logCount = logCount
      self.operatorCount = operatorCount
    }

    /// Returns whether what came of all promises is enough; several of one log count once.
    public func isMet(by verdicts: [TransparencyLogs.Verdict]) -> Bool {
      var logs: Set<[UInt8]> = []
      var operators: Set<String> = []
      for case .valid(let log) in verdicts {
        logs.insert(log.id)
        operators.insert(log.operatorName)
      }
      return logs.count >= logCount && operators.count >= operatorCount
    }
  }
}
