public import ApusCrypto
public import ApusX509

extension TLS {
  /// Who a client is: its certificate with those above it, and the key that proves it.
  public struct Identity: Sendable {
    /// How many certificates a client can show.
    public static let certificateLimit = 16

    /// Where the private key is.
    public enum Key: Sendable {
      /// In this process.
      case held(HeldKey)
      /// With somebody who signs on request.
      case external(any Signer)
    }

    /// The certificates, the client's own first.
    public let chain: [X509.Certificate]
    /// Where the private key is.
    public let key: Key
    /// What handshakes can be signed by, the best first.
    public let schemes: [SignatureScheme]
    /// How many times it was read anew: connections of another identity are not used for this one.
    public let generation: UInt64
    /// The SHA-256 of the client's own certificate, by which tickets are bound to it.
    let digest: [UInt8]

    /// Creates an identity whose key is in this process.
    public init(
      _ chain: [X509.Certificate], _ key: HeldKey, generation: UInt64 = 0
    ) throws(IdentityError) {
      let publicKey = try Self.publicKey(of: chain)
      guard publicKey == key.publicKey else { throw .keyMismatch(chain[0].subject) }
      self.init(chain, .held(key), publicKey.handshakeSchemes, generation)
    }

    /// Creates an identity whose key is elsewhere, and signs through a signer.
    ///
    /// It signs by the named schemes. The default is all schemes of the certificate's key, except
    /// for the hash functions that TLS 1.2 alone combines with an elliptic curve, such as SHA-256
    /// with P-384: many services that hold keys do not sign with them.
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

  /// A source of identities that is asked at each handshake.
  public protocol IdentityProvider: Sendable {
    /// The identity as it is now, or nil for none; it must be quick, and is asked on any thread.
    func identity() throws -> Identity?

    /// The identities as they are now, of which a server is shown the first that fits.
    ///
    /// By default that is the one of `identity`.
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
  /// The certificate, and where its key is; nothing of the key itself.
  public var description: String {
    switch key {
    case .held(let key): "\(leaf), with \(key)"
    case .external: "\(leaf), with a key that is elsewhere"
    }
  }
}

extension TLS {
  /// Why a client has no identity that it could show.
  public enum IdentityError: Error, Equatable, Sendable {
    /// No certificate is there.
    case noCertificate
    /// A certificate cannot be read; the line of PEM that begins it.
    case certificate(X509Error, line: Int?)
    /// More certificates than a client can show.
    case tooManyCertificates(limit: Int)
    /// The private key cannot be read.
    case key(CryptoError)
    /// The key of the first certificate is one that no handshake is signed with.
    case unusableKey(X509Error)
    /// The private key is not that of the first certificate.
    case keyMismatch(X509.Name)
    /// A signature asked for that the key cannot make.
    case unsupportedScheme(SignatureScheme)
    /// The signature cannot be made.
    case signing(CryptoError)
  }
}

extension TLS.IdentityError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCertificate: "there is no certificate"
    case .certificate(let error, let line):
      (line.map { "line \($0): " } ?? "") + "the certificate cannot be read: \(error)"
    case .tooManyCertificates(let limit):
      "there are more than the \(limit) certificates that a client can show"
    case .key(let error): "the private key cannot be read: \(error)"
    case .unusableKey(let error): "the certificate's key cannot sign a handshake: \(error)"
    case .keyMismatch(let name):
      "the private key is not that of the certificate of \"\(name)\": "
        + "put that certificate first, or use its key"
    case .unsupportedScheme(let scheme): "the key does not sign by \(scheme)"
    case .signing(let error): "the signature cannot be made: \(error)"
    }
  }
}
