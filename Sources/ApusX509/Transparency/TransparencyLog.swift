internal import ApusASN1
public import ApusCrypto

extension X509 {
  /// A public certificate transparency log, with the fields of the browsers' log lists.
  ///
  /// RFC 6962 section 3.2: the identifier of a log is the SHA-256 digest of its public key.
  public struct TransparencyLog: Hashable, Sendable {
    /// The state of a transparency log, which decides whether the log's timestamps are accepted.
    public enum State: Hashable, Sendable {
      /// The timestamps of the transparency log are accepted.
      case usable
      /// The transparency log accepts no new certificates, but its existing timestamps are valid.
      case readOnly
      /// Timestamps of the transparency log from before the given time are accepted. The time is in
      /// milliseconds since the epoch.
      case retired(at: UInt64)
      /// The timestamps of the transparency log are never accepted.
      case rejected
    }

    /// The name of the transparency log.
    public let name: String
    /// The operator of the transparency log. A dishonest operator can forge the timestamps of all
    /// its logs.
    public let operatorName: String
    /// The key that verifies the timestamps of the transparency log.
    public let key: VerificationKey
    /// The state of the transparency log.
    public let state: State
    /// The SHA-256 digest of the log's public key, which identifies the log in timestamps.
    public let id: [UInt8]

    /// Creates a transparency log from its public key.
    ///
    /// - Parameters:
    ///   - name: The name of the log, for reports.
    ///   - operatorName: The organization that runs the log.
    ///   - key: The key that verifies the log's timestamps.
    ///   - state: The state of the log; usable by default.
    public init(
      _ name: String, operatorName: String, key: VerificationKey, state: State = .usable
    ) {
      self.init(name, operatorName, key, state, spki: key.spki)
    }

    /// Creates a transparency log from its public key in the format of log lists, the DER of a
    /// SubjectPublicKeyInfo.
    ///
    /// - Parameters:
    ///   - name: The name of the log, for reports.
    ///   - operatorName: The organization that runs the log.
    ///   - spki: The bytes of the log's public key.
    ///   - state: The state of the log; usable by default.
    public init(
      _ name: String, operatorName: String, spki: [UInt8], state: State = .usable
    ) throws(X509Error) {
      do throws(CryptoError) {
        let key = try VerificationKey(spki: spki.span)
        self.init(name, operatorName, key, state, spki: spki)
      } catch {
        throw .key(error)
      }
    }

    private init(
      _ name: String, _ operatorName: String, _ key: VerificationKey, _ state: State, spki: [UInt8]
    ) {
      self.name = name
      self.operatorName = operatorName
      self.key = key
      self.state = state
      id = SHA256.digest(of: spki)
    }
  }
}
