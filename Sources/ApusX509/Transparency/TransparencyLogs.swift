internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// The transparency logs whose timestamps are checked, by their identifiers.
  public struct TransparencyLogs: Sendable {
    private let logs: [[UInt8]: TransparencyLog]

    /// Creates a list of transparency logs.
    /// If several logs have the same key, the last of them counts.
    ///
    /// - Parameter logs: The transparency logs, in any order.
    public init(_ logs: [TransparencyLog]) {
      self.logs = Dictionary(logs.map { ($0.id, $0) }) { _, last in last }
    }

    /// Returns the transparency log with an identifier, or `nil` if the list does not contain the
    /// log.
    ///
    /// - Parameter id: The SHA-256 digest of the log's public key.
    public func log(_ id: [UInt8]) -> TransparencyLog? { logs[id] }
  }
}

extension X509.TransparencyLogs {
  /// The result of checking one signed certificate timestamp.
  public enum Verdict: Hashable, Sendable {
    /// The signed certificate timestamp is valid.
    case valid(X509.TransparencyLog)
    /// No known transparency log has the identifier of the timestamp.
    case unknownLog
    /// The timestamp is from after the log's retirement, or the log was rejected.
    case untrustedLog(X509.TransparencyLog)
    /// The time of the signed certificate timestamp is in the future.
    case notYetValid(milliseconds: UInt64)
    /// The timestamp's signature is not valid for the log's key and the certificate.
    case wrongSignature
    /// The signature has an algorithm that transparency logs must not use.
    case unsupportedSignature(hash: UInt8, signature: UInt8)
  }

  /// Checks each signed certificate timestamp in a certificate's extension, and returns the results
  /// in the same order.
  ///
  /// A certificate without the extension has no timestamps. RFC 6962 section 3.3.
  ///
  /// - Parameters:
  ///   - certificate: The certificate with the timestamps.
  ///   - issuerKey: The public key of the certificate's issuer, which the timestamps cover.
  ///   - moment: The reference time of all date checks.
  public func verdicts(
    on certificate: X509.Certificate, issuerKey: X509.PublicKey, at moment: UnixTime
  ) throws(X509Error) -> [Verdict] {
    guard let list = try certificate.signedCertificateTimestamps else { return [] }
    let entry = try X509.TransparencyEntry(precertificateOf: certificate, issuerKey: issuerKey)
    return list.timestamps.map { verdict(on: $0, of: entry, at: moment) }
  }

  /// Checks signed certificate timestamps from TLS or from an OCSP response.
  ///
  /// RFC 6962 section 3.3.
  ///
  /// - Parameters:
  ///   - certificate: The certificate that the timestamps are for.
  ///   - list: The timestamps that the server sent.
  ///   - moment: The reference time of all date checks.
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
    // The comparison in whole seconds cannot overflow.
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
  /// The algorithm of the timestamp's signature, or `nil` if logs must not use it. Logs can use
  /// ECDSA and RSA, with SHA-256.
  ///
  /// RFC 6962 section 2.1.4; the numbers of the algorithms are from RFC 5246 section 7.4.1.4.1.
  var algorithm: SignatureAlgorithm? {
    switch (hashAlgorithm, signatureAlgorithm) {
    case (4, 3): .ecdsa(.sha256)
    case (4, 1): .rsaPKCS1(.sha256)
    default: nil
    }
  }
}

extension X509 {
  /// The required number of a certificate's timestamps, and the required number of log operators.
  ///
  /// RFC 6962 section 5.4 leaves the policy to clients. Browsers require two timestamps of
  /// different operators.
  public struct TransparencyPolicy: Hashable, Sendable {
    /// The required number of transparency logs with a valid timestamp.
    public let logCount: Int
    /// The required number of different operators of the logs with a valid timestamp.
    public let operatorCount: Int

    /// Creates a transparency policy that requires two logs and two operators by default.
    ///
    /// - Parameters:
    ///   - logCount: The minimum number of logs.
    ///   - operatorCount: The minimum number of organizations that run the logs.
    public init(logCount: Int = 2, operatorCount: Int = 2) {
      self.logCount = logCount
      self.operatorCount = operatorCount
    }

    /// Returns a Boolean value that indicates whether the results of all timestamps meet the
    /// policy. Several timestamps of one log count once.
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
