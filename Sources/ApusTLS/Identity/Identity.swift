public import ApusCrypto
public import ApusX509

extension TLS {
  /// The identity of a TLS client, which consists of a certificate chain and its private key.
  public struct Identity: Sendable {
    /// The maximum number of certificates in a client identity.
    public static let certificateLimit = 16

    /// The private key of a client identity, either in memory or in an external signer.
    public enum Key: Sendable {
      /// The private key is in the memory of this process.
      case held(HeldKey)
      /// The private key is outside this process, and a signer signs with the private key.
      case external(any Signer)
    }

    /// The certificates of the identity, the client's own certificate first.
    public let chain: [X509.Certificate]
    /// The private key of the identity, either in memory or in an external signer.
    public let key: Key
    /// The signature schemes of the private key for handshakes, in descending order of preference.
    public let schemes: [SignatureScheme]
    /// The number of times that the identity was reloaded.
    ///
    /// A session does not reuse the connections of an identity with a different generation.
    public let generation: UInt64
    /// The SHA-256 digest of the client's own certificate, which binds session tickets to the
    /// certificate.
    let digest: [UInt8]

    /// Creates an identity whose private key is in the memory of this process.
    ///
    /// - Parameters:
    ///   - chain: The certificates of the identity, the client's own certificate first.
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

    /// Creates an identity whose private key is outside this process and is used by a signer.
    ///
    /// The signer supports the given signature schemes. By default, the identity uses one hash
    /// function for each elliptic curve, as in TLS 1.3. Many key management services do not support
    /// the other combinations of TLS 1.2, such as SHA-256 with P-384.
    ///
    /// - Parameters:
    ///   - chain: The certificates of the identity, the client's own certificate first.
    ///   - signer: The signer with the private key of the first certificate.
    ///   - schemes: The signature schemes of the signer, or `nil` for the default schemes of the
    ///     certificate's key.
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

    /// The client's own certificate, which is the first certificate of the identity.
    public var leaf: X509.Certificate { chain[0] }
  }

  /// A source of client identities that each TLS handshake reads.
  public protocol IdentityProvider: Sendable {
    /// Returns the current client identity, or `nil` if the client has no identity.
    ///
    /// The method must return quickly. Any thread can call the method.
    func identity() throws -> Identity?

    /// Returns the current client identities; a server receives the first suitable identity.
    ///
    /// The default implementation returns the identity of the method `identity`.
    func identities() throws -> [Identity]
  }
}

extension TLS.IdentityProvider {
  /// Returns the identity of the method `identity`, or an empty array without an identity.
  public func identities() throws -> [TLS.Identity] { try identity().map { [$0] } ?? [] }
}

extension TLS.Identity: TLS.IdentityProvider {
  public func identity() -> TLS.Identity? { self }
}

extension TLS.Identity: CustomStringConvertible {
  /// A description of the client certificate and the kind of its private key storage, without any
  /// part of the key.
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
    /// The identity contains no certificate.
    case noCertificate
    /// A certificate of the identity is malformed; the line is the first line of its PEM text.
    case certificate(X509Error, line: Int?)
    /// The identity contains too many certificates.
    case tooManyCertificates(limit: Int)
    /// The private key of the identity is malformed or not supported.
    case key(CryptoError)
    /// The key of the identity's first certificate cannot sign TLS handshakes.
    case unusableKey(X509Error)
    /// The private key of the identity does not belong to the identity's first certificate.
    case keyMismatch(X509.Name)
    /// The private key of the identity cannot sign with the requested signature scheme.
    case unsupportedScheme(SignatureScheme)
    /// The private key of the identity failed to create a signature.
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
