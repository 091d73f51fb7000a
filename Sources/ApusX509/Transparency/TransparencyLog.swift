internal import ApusASN1
public import ApusCrypto

extension X509 {
  /// A public certificate transparency log, with the fields of the browsers' log lists.
  ///
  /// RFC 6962 section 3.2: its identifier is the SHA-256 of its key.
  public struct TransparencyLog: Hashable, Sendable {
    /// The state of a log, which decides whether its timestamps count.
    public enum State: Hashable, Sendable {
      /// Its timestamps count.
      case usable
      /// It accepts no more certificates, and its timestamps count.
      case readOnly
      /// Its timestamps count if they are from before that moment, in milliseconds since the epoch.
      case retired(at: UInt64)
      /// Its timestamps do not count, and never did.
      case rejected
    }

    /// The log's name.
    public let name: String
    /// The operator of the log. Timestamps of one operator can all be false together.
    public let operatorName: String
    /// The key that verifies its timestamps.
    public let key: VerificationKey
    /// The state of the log.
    public let state: State
    /// The SHA-256 of the key, which identifies the log in timestamps.
    public let id: [UInt8]

    /// Creates a log from its key.
    ///
    /// - Parameters:
    ///   - name: The name of the log, for reports.
    ///   - operatorName: The organization that runs the log.
    ///   - key: The key that signs timestamps.
    ///   - state: The state of the log; usable by default.
    public init(
      _ name: String, operatorName: String, key: VerificationKey, state: State = .usable
    ) {
      self.init(name, operatorName, key, state, spki: key.spki)
    }

    /// Creates a log from its key in the format of log lists: the DER of a SubjectPublicKeyInfo.
    ///
    /// - Parameters:
    ///   - name: The name of the log, for reports.
    ///   - operatorName: The organization that runs the log.
    ///   - spki: The bytes of the key.
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
