internal import ApusBytes
internal import ApusNet
internal import ApusTLS

/// A client's certificates and private key in files, which are read again when a file has changed.
///
/// A program that renews the files writes one file after the other. For a moment the files may not
/// match, or one file may be missing. In the meantime the store uses the previous certificates and
/// key.
final class IdentityStore: TLS.IdentityProvider {
  let files: WatchedFiles<TLS.Identity>

  /// The files of the client's certificate and private key.
  private enum Source {
    /// PEM files. The private key may be in the file of the certificates.
    case pem(chain: String, key: String)
    /// A PKCS #12 file with the certificate and the private key.
    case pkcs12(String, allowsLegacyEncryption: Bool)

    var paths: [String] {
      switch self {
      case .pem(let chain, let key): [chain, key]
      case .pkcs12(let file, _): [file]
      }
    }
  }

  /// The password of the private key, which is stored as long as the key may be read again.
  private final class Password: Sendable {
    let bytes: SecretBytes

    init(_ text: String) {
      bytes = SecretBytes(copying: Array(text.utf8).span)
    }
  }

  convenience init(chain: String, key: String, password: String?) {
    self.init(.pem(chain: chain, key: key), password.map { Password($0) })
  }

  convenience init(pkcs12 file: String, password: String, allowsLegacyEncryption: Bool) {
    self.init(
      .pkcs12(file, allowsLegacyEncryption: allowsLegacyEncryption), Password(password))
  }

  private init(_ source: Source, _ password: Password?) {
    let reading = Reading(source: source, password: password)
    files = WatchedFiles { (old, watch) throws(Connections.TrustSourceError) in
      for path in source.paths { watch.add(path) }
      let identity = try reading.read(old.map { $0.generation + 1 } ?? 0)
      // If the certificate is unchanged, the store continues to use the existing identity.
      guard let old, old.chain == identity.chain else { return identity }
      return old
    }
  }

  func identity() throws(Connections.TrustSourceError) -> TLS.Identity? { try files.current() }

  /// Returns the client's certificate and key as last read from the files.
  func latest() throws(Connections.TrustSourceError) -> TLS.Identity? {
    if let identity = try files.latest() { return identity }
    return try identity()
  }

  /// The error of the current certificate and key files. The value is `nil` if the current files
  /// are valid.
  var problem: Connections.TrustSourceError? { files.failure }
}

extension IdentityStore {
  /// The content of the certificate and key files at one time.
  private struct Reading: Sendable {
    let source: Source
    let password: Password?

    func read(_ generation: UInt64) throws(Connections.TrustSourceError) -> TLS.Identity {
      switch source {
      case .pem(let chainPath, let keyPath):
        let chain = try Self.secret(of: chainPath)
        let key = try Self.secret(of: keyPath)
        do throws(TLS.IdentityError) {
          return try chain.withBytes { (chain) throws(TLS.IdentityError) in
            try key.withBytes { (key) throws(TLS.IdentityError) in
              try identity(chain, key, generation)
            }
          }
        } catch {
          throw .identity(error, chain: chainPath, key: keyPath)
        }
      case .pkcs12(let path, let allowsLegacyEncryption):
        let file = try Self.secret(of: path)
        guard !file.withBytes({ Self.isPEM($0) }) else { throw .notPKCS12(path) }
        do throws(TLS.IdentityError) {
          return try file.withBytes { (file) throws(TLS.IdentityError) in
            try withPassword { (password) throws(TLS.IdentityError) in
              try TLS.Identity(
                pkcs12: file, password: password,
                allowingLegacyEncryption: allowsLegacyEncryption, generation: generation)
            }
          }
        } catch {
          throw .identity(error, chain: path, key: path)
        }
      }
    }

    /// Calls `body` with the password of the private key, or with an empty password.
    private func withPassword<Result>(
      _ body: (Span<UInt8>) throws(TLS.IdentityError) -> Result
    ) throws(TLS.IdentityError) -> Result {
      guard let password else { return try body([UInt8]().span) }
      return try password.bytes.withBytes(body)
    }

    /// Returns whether a file begins with a PEM header.
    private static func isPEM(_ file: Span<UInt8>) -> Bool {
      let header = "-----BEGIN ".utf8.span
      guard file.count >= header.count else { return false }
      return header.indices.allSatisfy { file[$0] == header[$0] }
    }

    private static func secret(
      of path: String
    ) throws(Connections.TrustSourceError) -> SecretBytes {
      do throws(SystemError) {
        return try Files.secret(of: path)
      } catch {
        throw .unreadable(path, error)
      }
    }

    private func identity(
      _ chain: Span<UInt8>, _ key: Span<UInt8>, _ generation: UInt64
    ) throws(TLS.IdentityError) -> TLS.Identity {
      guard password != nil else {
        return try TLS.Identity(pemChain: chain, pemKey: key, generation: generation)
      }
      return try withPassword { (password) throws(TLS.IdentityError) in
        try TLS.Identity(
          pemChain: chain, pemKey: key, password: password, generation: generation)
      }
    }
  }
}
