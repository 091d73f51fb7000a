public import ApusASN1

/// The named elliptic curves of NIST.
///
///     ECParameters ::= CHOICE {
///       namedCurve         OBJECT IDENTIFIER
///       -- implicitCurve   NULL
///       -- specifiedCurve  SpecifiedECDomain
///     }
///
/// The library reads only named curves, as RFC 5480 section 2.1.1 requires. An attacker can choose
/// explicit parameters that make a key of a different curve seem valid.
public enum NamedCurve: Sendable, Hashable, CaseIterable {
  case p256, p384, p521

  /// The object identifier of the elliptic curve.
  public var oid: OID {
    switch self {
    case .p256: .secp256r1
    case .p384: .secp384r1
    case .p521: .secp521r1
    }
  }

  /// The number of bytes of a coordinate or a scalar of the elliptic curve.
  public var coordinateByteCount: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// Creates the elliptic curve with an object identifier, or returns `nil` if the curve is
  /// unknown.
  public init?(_ oid: OID) {
    switch oid {
    case .secp256r1: self = .p256
    case .secp384r1: self = .p384
    case .secp521r1: self = .p521
    default: return nil
    }
  }

  /// Reads the elliptic curve from the object identifier in the algorithm parameters.
  init(_ parameters: ASN1.Element, in der: Span<UInt8>) throws(CryptoError) {
    guard parameters.tag == .objectIdentifier else { throw .curveNotNamed(at: parameters.start) }
    let oid = try wrapping { () throws(ASN1Error) in try parameters.oid(in: der) }
    guard let curve = NamedCurve(oid) else { throw .unsupportedCurve(oid) }
    self = curve
  }
}
