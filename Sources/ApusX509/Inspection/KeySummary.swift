internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509 {
  /// A summary of a public key, which is available even if the key is malformed.
  public struct KeySummary: Equatable, Sendable {
    /// The kind of the key: `RSA`, `EC`, `Ed25519`, or the name or number of the key's algorithm.
    public let kind: String
    /// The size of the key in bits, or `nil` if the size is unknown.
    public let bitCount: Int?
    /// The elliptic curve of the key, such as `P-256`, or the number of a curve without a name.
    /// The curve is `nil` for other kinds of keys.
    public let curve: String?
    /// The modulus of an RSA key. The first byte is the highest byte and is not zero.
    public let modulus: [UInt8]?
    /// The public exponent of an RSA key. The first byte is the highest byte and is not zero.
    public let exponent: [UInt8]?
    /// The error from reading the key, or `nil` if the key is readable.
    public let problem: X509Error?

    /// Creates the summary of a certificate's public key.
    ///
    /// - Parameter certificate: The certificate that contains the key.
    public init(_ certificate: Certificate) {
      do throws(X509Error) {
        self.init(try certificate.key(), in: certificate.der)
      } catch {
        self.init(unread: certificate.publicKey, error)
      }
    }

    /// Creates the summary of a public key.
    ///
    /// - Parameter key: The public key, of any algorithm.
    public init(_ key: PublicKey) {
      let der = key.der
      do throws(X509Error) {
        self.init(try Self.key(in: der.span), in: der)
      } catch {
        self.init(unread: key, error)
      }
    }

    private static func key(in der: Span<UInt8>) throws(X509Error) -> SubjectPublicKeyInfo.Key {
      let info: SubjectPublicKeyInfo
      do throws(ASN1Error) { info = try SubjectPublicKeyInfo(der) } catch {
        throw .malformed(.publicKey, error)
      }
      do throws(CryptoError) { return try info.key(in: der) } catch { throw .key(error) }
    }

    private init(_ key: SubjectPublicKeyInfo.Key, in der: [UInt8]) {
      switch key {
      case .rsa(let key): self.init("RSA", key, in: der)
      case .rsaPSS(let key, _): self.init("RSA-PSS", key, in: der)
      case .ec(let curve, _): self.init("EC", bitCount: curve.bitCount, curve: curve.name)
      case .ed25519: self.init("Ed25519", bitCount: 256)
      case .x25519: self.init("X25519", bitCount: 256)
      case .ed448: self.init("Ed448", bitCount: 456)
      case .x448: self.init("X448", bitCount: 448)
      case .dsa: self.init("DSA")
      case .other(let oid): self.init(oid.name ?? oid.description)
      }
    }

    private init(_ kind: String, _ key: PKCS1.PublicKey, in der: [UInt8]) {
      let modulus = Array(der[key.modulus])
      self.init(
        kind, bitCount: modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0),
        modulus: modulus, exponent: Array(der[key.publicExponent]))
    }

    /// Creates the summary of a malformed public key, or of a key on an unsupported curve.
    private init(unread key: PublicKey, _ error: X509Error) {
      let name = key.algorithm.oid.name ?? key.algorithm.oid.description
      guard key.algorithm.oid == .ecPublicKey, case .oid(let curve) = key.algorithm.parameters
      else {
        self.init(name, problem: error)
        return
      }
      self.init("EC", curve: curve.name ?? curve.description, problem: error)
    }

    private init(
      _ kind: String, bitCount: Int? = nil, curve: String? = nil, modulus: [UInt8]? = nil,
      exponent: [UInt8]? = nil, problem: X509Error? = nil
    ) {
      self.kind = kind
      self.bitCount = bitCount
      self.curve = curve
      self.modulus = modulus
      self.exponent = exponent
      self.problem = problem
    }
  }
}

extension X509.KeySummary: CustomStringConvertible {
  /// The kind and the size of the key, such as `RSA, 2048 bits` or `EC P-256`.
  public var description: String {
    if let curve { return "\(kind) \(curve)" }
    return bitCount.map { "\(kind), \($0) bits" } ?? kind
  }
}

extension X509.KeySummary {
  /// The public exponent as an integer, or `nil` if the exponent has more than 32 bits.
  public var smallExponent: Int64? {
    guard let exponent, exponent.count <= 4 else { return nil }
    return exponent.reduce(0) { $0 << 8 | Int64($1) }
  }

  var document: X509.Document {
    .known([
      "kind": .text(kind),
      "bitCount": bitCount.map { .number(Int64($0)) },
      "curve": curve.map { .text($0) },
      "exponent": exponent.map { .text(Hex.encode($0)) },
      "problem": problem.map { .text($0.description) },
    ])
  }
}

extension NamedCurve {
  fileprivate var bitCount: Int {
    switch self {
    case .p256: 256
    case .p384: 384
    case .p521: 521
    }
  }

  fileprivate var name: String { "P-\(bitCount)" }
}

extension X509.PublicKey: CustomStringConvertible {
  /// The kind of the public key and its size, such as `P-256`, `RSA 2048` and `Ed25519`.
  public var description: String {
    let summary = X509.KeySummary(self)
    if let curve = summary.curve { return curve }
    guard summary.modulus != nil, let count = summary.bitCount else { return summary.kind }
    return "\(summary.kind) \(count)"
  }
}
