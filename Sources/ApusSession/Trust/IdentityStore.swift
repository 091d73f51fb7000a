internal import ApusBytes
internal import ApusNet
internal import ApusTLS

/// A client's certificates and key in files, read again when one of them has changed.
///
/// Whoever renews them writes one after the other, so that for a moment they may not belong
/// together, or one may not be there. As long as that lasts, what was read before is used.
final class IdentityStore: TLS.IdentityProvider {
  private let source: Source
  private let password: Password?
  private let state = Lock(State())

  /// The files that are read.
  private enum Source {
    /// Texts of PEM; the key may stand in the file of the certificates.
    case pem(chain: String, key: String)
    /// One file of PKCS #12.
    case pkcs12(String, allowsLegacyEncryption: Bool)

    var paths: [String] {
      switch self {
      case .pem(let chain, let key): [chain, key]
      case .pkcs12(let file, _): [file]
      }
    }
  }

  private struct State {
    /// The files as they were before they were last read, or not.
    var stamps: [FileStamp?] = []
    var identity: TLS.Identity?
    var problem: HTTPSession.TrustSourceError?
  }

  /// What opens the key, as long as the key may be read again.
  private final class Password: Sendable {
    let bytes: SecretBytes

    init(_ text: String) {
      bytes = SecretBytes(copying: Array(text.utf8).span)
    }
  }

  init(chain: String, key: String, password: String?) {
    source = .pem(chain: chain, key: key)
    self.password = password.map { Password($0) }
  }

  init(pkcs12 file: String, password: String, allowsLegacyEncryption: Bool) {
    source = .pkcs12(file, allowsLegacyEncryption: allowsLegacyEncryption)
    self.password = Password(password)
  }

  func identity() throws(HTTPSession.TrustSourceError) -> TLS.Identity? {
    try state.withLock { (state) throws(HTTPSession.TrustSourceError) in
      let stamps = source.paths.map { try? FileStamp(of: $0) }
      if state.stamps != stamps {
        state.stamps = stamps
        state.problem = nil
        let generation = state.identity.map { $0.generation + 1 } ?? 0
        do throws(HTTPSession.TrustSourceError) {
          let identity = try read(generation)
          // The same certificate is the same identity, however often it is written.
          if state.identity?.chain != identity.chain { state.identity = identity }
        } catch {
          state.problem = error
        }
      }
      if let identity = state.identity { return identity }
      throw state.problem ?? .noCertificate(source.paths[0])
    }
  }

  /// Why what the files hold now is not used, where it is not.
  var problem: HTTPSession.TrustSourceError? { state.withLock { $0.problem } }

  private func read(_ generation: UInt64) throws(HTTPSession.TrustSourceError) -> TLS.Identity {
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

  /// Lends the password, which is empty where none was given.
  private func withPassword<Result>(
    _ body: (Span<UInt8>) throws(TLS.IdentityError) -> Result
  ) throws(TLS.IdentityError) -> Result {
    guard let password else { return try body([UInt8]().span) }
    return try password.bytes.withBytes(body)
  }

  private static func secret(
    of path: String
  ) throws(HTTPSession.TrustSourceError) -> SecretBytes {
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
