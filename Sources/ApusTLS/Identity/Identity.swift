public import ApusCrypto
public import ApusX509

extension TLS {
  /// The identity of a client: its certificate with its issuers, and the private key.
  public struct Identity: Sendable {
    /// The largest number of certificates of an identity.
    public static let certificateLimit = 16

    /// The place of the private key.
    public enum Key: Sendable {
      /// The key is in this process.
      case held(HeldKey)
      /// A signer has the key.
      case external(any Signer)
    }

    /// The certificates, the client's own first.
    public let chain: [X509.Certificate]
    /// The place of the private key.
    public let key: Key
    /// The signature schemes of the key for handshakes, the best first.
    public let schemes: [SignatureScheme]
    /// The number of times that the identity was reloaded.
    ///
    /// Connections of another identity are not reused.
    public let generation: UInt64
    /// The SHA-256 of the client's own certificate, which binds tickets to it.
    let digest: [UInt8]

    /// Creates an identity whose key is in this process.
    ///
    /// - Parameters:
    ///   - chain: The certificates, the client's own first.
    ///   - key: The private key of the first certificate.
    ///   - generation: A number that differs between identities that replace each other; 0 by
    ///     default.
    public init(
      _ chain: [X509.Certificate], _ key: HeldKey, generation: UInt64 = 0
    ) throws(IdentityError) {
      let publicKey = try Self.publicKey(of: chain)
      guard publicKey == key.publicKey else { throw .keyMismatch(chain[0].subject) }
      self.init(chain, .held(key), publicKey.handshakeSchemes, generation)
    }

    /// Creates an identity whose key is elsewhere, and signs with a signer.
    ///
    /// The signer supports the given schemes. The default is all schemes of the certificate's key,
    /// except for the hash functions that only TLS 1.2 combines with an elliptic curve, such as
    /// SHA-256 with P-384: many services with keys do not support them.
    ///
    /// - Parameters:
    ///   - chain: The certificates, the client's own first.
    ///   - signer: The signer with the private key of the first certificate.
    ///   - schemes: The schemes of the signer; nil for all that suit the key.
    ///   - generation: A number that differs between identities that replace each other; 0 by
    ///     default.
    public init(
      _ chain: [X509.Certificate], signer: any Signer, schemes: [SignatureScheme]? = nil,
      generation: UInt64 = 0
    ) throws(IdentityError) {
      let publicKey = try Self.publicKey(of: chain)
      for scheme in schemes ?? [] where !publicKey.canSign(by: scheme) {
        throw .unsupportedScheme(scheme)
      }
      self.init(chain, .external(signer), schemes ?? publicKey.ownSchemes, generation)
    }

    private init(
      _ chain: [X509.Certificate], _ key: Key, _ schemes: [SignatureScheme], _ generation: UInt64
    ) {
      self.chain = chain
      self.key = key
      self.schemes = schemes
      self.generation = generation
      digest = SHA256.digest(of: chain[0].der.span)
    }

    private static func publicKey(
      of chain: [X509.Certificate]
    ) throws(IdentityError) -> VerificationKey {
      guard let leaf = chain.first else { throw .noCertificate }
      guard chain.count <= certificateLimit else {
        throw .tooManyCertificates(limit: certificateLimit)
      }
      do throws(X509Error) {
        return try leaf.verificationKey()
      } catch {
        throw .unusableKey(error)
      }
    }

    /// The client's own certificate.
    public var leaf: X509.Certificate { chain[0] }
  }

  /// A source of identities that is read at each handshake.
  public protocol IdentityProvider: Sendable {
    /// Returns the current identity, or nil for none. It must be quick, and is called on any
    /// thread.
    func identity() throws -> Identity?

    /// Returns the current identities; a server receives the first suitable one.
    ///
    /// By default this is the identity of `identity`.
    func identities() throws -> [Identity]
  }
}

extension TLS.IdentityProvider {
  /// Returns the one identity, if there is one.
  public func identities() throws -> [TLS.Identity] { try identity().map { [$0] } ?? [] }
}

extension TLS.Identity: TLS.IdentityProvider {
  public func identity() -> TLS.Identity? { self }
}

extension TLS.Identity: CustomStringConvertible {
  /// The certificate, and the place of its key, without any part of the key itself.
  public var description: String {
    switch key {
    case .held(let key): "\(leaf), with \(key)"
    case .external: "\(leaf), with an external key"
    }
  }
}

extension TLS {
  /// The reason a client has no usable identity.
  public enum IdentityError: Error, Equatable, Sendable {
    /// A missing certificate.
    case noCertificate
    /// A malformed certificate, with the first line of its PEM.
    case certificate(X509Error, line: Int?)
    /// Too many certificates.
    case tooManyCertificates(limit: Int)
    /// The private key is malformed or not supported.
    case key(CryptoError)
    /// The key of the first certificate cannot sign handshakes.
    case unusableKey(X509Error)
    /// The private key does not belong to the first certificate.
    case keyMismatch(X509.Name)
    /// A requested signature that the key cannot make.
    case unsupportedScheme(SignatureScheme)
    /// A failure to create a signature.
    case signing(CryptoError)
  }
}

extension TLS.IdentityError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCertificate: "the identity contains no certificate"
    case .certificate(let error, let line):
      (line.map { "line \($0): " } ?? "") + "the certificate is malformed: \(error)"
    case .tooManyCertificates(let limit):
      "the identity contains more than \(limit) certificates"
    case .key(let error): "the private key cannot be read: \(error)"
    case .unusableKey(let error): "the key of the certificate cannot sign a TLS handshake: \(error)"
    case .keyMismatch(let name):
      "the private key does not belong to the certificate of \"\(name)\": "
        + "put the certificate of the private key first, or use the private key of the "
        + "first certificate"
    case .unsupportedScheme(let scheme): "the private key cannot sign with \(scheme)"
    case .signing(let error): "the signature of the TLS handshake cannot be created: \(error)"
    }
  }
}
