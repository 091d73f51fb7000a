internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// The logs whose timestamps are checked, by their identifiers.
  public struct TransparencyLogs: Sendable {
    private let logs: [[UInt8]: TransparencyLog]

    /// Creates a list of logs; of several with one key the last counts.
    ///
    /// - Parameter logs: The logs, in any order.
    public init(_ logs: [TransparencyLog]) {
      self.logs = Dictionary(logs.map { ($0.id, $0) }) { _, last in last }
    }

    /// Returns the log with an identifier, if it is in the list.
    ///
    /// - Parameter id: The SHA-256 of the log's key.
    public func log(_ id: [UInt8]) -> TransparencyLog? { logs[id] }
  }
}

extension X509.TransparencyLogs {
  /// The result of checking one timestamp.
  public enum Verdict: Hashable, Sendable {
    /// The timestamp is valid.
    case valid(X509.TransparencyLog)
    /// No known log has the identifier.
    case unknownLog
    /// The timestamp is from after the log's retirement, or the log was rejected.
    case untrustedLog(X509.TransparencyLog)
    /// The timestamp is in the future.
    case notYetValid(milliseconds: UInt64)
    /// The signature is not valid for the log's key and this certificate.
    case wrongSignature
    /// Logs must not use the algorithm of the signature.
    case unsupportedSignature(hash: UInt8, signature: UInt8)
  }

  /// Checks each timestamp in the extension of a certificate, in their order.
  ///
  /// A certificate without the extension has no timestamps. RFC 6962 section 3.3.
  ///
  /// - Parameters:
  ///   - certificate: The certificate with the timestamps.
  ///   - issuerKey: The key of the certificate's issuer, which the timestamps cover.
  ///   - moment: The time at which dates are checked.
  public func verdicts(
    on certificate: X509.Certificate, issuerKey: X509.PublicKey, at moment: UnixTime
  ) throws(X509Error) -> [Verdict] {
    guard let list = try certificate.signedCertificateTimestamps else { return [] }
    let entry = try X509.TransparencyEntry(precertificateOf: certificate, issuerKey: issuerKey)
    return list.timestamps.map { verdict(on: $0, of: entry, at: moment) }
  }

  /// Checks timestamps from TLS or from an OCSP response.
  ///
  /// RFC 6962 section 3.3.
  ///
  /// - Parameters:
  ///   - certificate: The certificate that the timestamps are for.
  ///   - list: The timestamps that the server sent.
  ///   - moment: The time at which dates are checked.
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
  /// The algorithm of the signature, if logs can use it: ECDSA or RSA, with SHA-256.
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
  /// The required number of timestamps of a certificate, and of their operators.
  ///
  /// RFC 6962 section 5.4 leaves it to clients. Browsers require two, of different operators.
  public struct TransparencyPolicy: Hashable, Sendable {
    /// The required number of logs with a valid timestamp.
    public let logCount: Int
    /// The required number of different operators of these logs.
    public let operatorCount: Int

    /// Creates a policy; two of each by default.
    ///
    /// - Parameters:
    ///   - logCount: The minimum number of logs.
    ///   - operatorCount: The minimum number of organizations that run them.
    public init(logCount: Int = 2, operatorCount: Int = 2) {
      self.logCount = logCount
      self.operatorCount = operatorCount
    }

    /// Returns whether the results of all timestamps are enough; several of one log count once.
    ///
    /// - Parameter verdicts: The results of the timestamps of one certificate.
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
