import ApusASN1

/// The SEC 1 format of elliptic curve private keys. PKCS #8 contains the SEC 1 structure.
public enum SEC1 {
  /// A private elliptic curve key in SEC 1 form.
  ///
  ///     ECPrivateKey ::= SEQUENCE {
  ///       version        INTEGER { ecPrivkeyVer1(1) } (ecPrivkeyVer1),
  ///       privateKey     OCTET STRING,
  ///       parameters [0] ECParameters {{ NamedCurve }} OPTIONAL,
  ///       publicKey  [1] BIT STRING OPTIONAL
  ///     }
  ///
  /// RFC 5915 section 3.
  public struct PrivateKey: Equatable, Sendable {
    /// The elliptic curve, which the key itself or the enclosing structure specifies.
    public let curve: NamedCurve
    /// The range of the big-endian scalar, with at most as many bytes as a coordinate.
    ///
    /// RFC 5915 section 3 requires all bytes of the scalar, but older software omitted leading
    /// zeros.
    public let scalar: Range<Int>
    /// The range of the public key in X9.63 form, or `nil` if the structure contains none.
    ///
    /// The reader does not compare the public key with the scalar.
    public let publicKey: Range<Int>?

    /// Reads the ECPrivateKey structure, which must fill the range.
    ///
    /// The parameter `outerCurve` is the curve of the enclosing structure. With an outer curve, the
    /// key can omit its own curve, and must not contain a different curve.
    public init(
      _ range: Range<Int>, outerCurve: NamedCurve? = nil, in der: Span<UInt8>
    ) throws(CryptoError) {
      var fields = try wrapping { () throws(ASN1Error) in
        try DERReader(sequenceFilling: range, in: der)
      }
      try fields.readVersion(1...1, in: der)
      let (scalar, parameters, publicKey) = try wrapping { () throws(ASN1Error) in
        let scalar = try fields.readOctetString(in: der)
        let parameters = try fields.readOptionalExplicit(0, in: der)
        var publicKey = try fields.readOptionalExplicit(1, in: der)
        try fields.finish()
        let point = try publicKey?.readWholeBitString(in: der)
        try publicKey?.finish()
        return (scalar, try SEC1.onlyElement(of: parameters, in: der), point)
      }
      var curve = outerCurve
      if let parameters {
        let named = try NamedCurve(parameters, in: der)
        guard outerCurve ?? named == named else { throw .curveMismatch(at: parameters.start) }
        curve = named
      }
      guard let curve else { throw .curveMismatch(at: range.lowerBound) }
      guard 1...curve.coordinateByteCount ~= scalar.count else {
        throw .wrongKeyByteCount(
          scalar.count, expected: curve.coordinateByteCount, at: scalar.lowerBound)
      }
      self.curve = curve
      self.scalar = scalar
      self.publicKey = publicKey
    }
  }

  private static func onlyElement(
    of reader: DERReader?, in der: Span<UInt8>
  ) throws(ASN1Error) -> ASN1.Element? {
    guard var reader else { return nil }
    let element = try reader.readElement(in: der)
    try reader.finish()
    return element
  }
}
