internal import ApusASN1
public import ApusCrypto

extension X509 {
  /// A public log of certificates, as the lists of browsers describe it.
  ///
  /// RFC 6962 section 3.2: its identifier is the SHA-256 of its key.
  public struct TransparencyLog: Hashable, Sendable {
    /// What promises of the log are worth.
    public enum State: Hashable, Sendable {
      /// Its promises count.
      case usable
      /// It takes in nothing more, and its promises count.
      case readOnly
      /// Its promises count if they were made before that moment, in milliseconds since the epoch.
      case retired(at: UInt64)
      /// Its promises do not count, and never did.
      case rejected
    }

    /// The log's name.
    public let name: String
    /// Who runs the log. Promises of one operator can all be false together.
    public let operatorName: String
    /// The key that promises are signed with.
    public let key: VerificationKey
    /// What its promises are worth.
    public let state: State
    /// The SHA-256 of the key, by which promises name the log.
    public let id: [UInt8]

    /// Creates a log by its key.
    public init(
      _ name: String, operatorName: String, key: VerificationKey, state: State = .usable
    ) {
      self.init(name, operatorName, key, state, spki: key.spki)
    }

    /// Creates a log by its key, as the lists have it: the DER of a SubjectPublicKeyInfo.
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
