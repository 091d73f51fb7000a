public import ApusASN1

/// The object identifier of an algorithm, with the ranges of its parameters.
///
///     AlgorithmIdentifier  ::=  SEQUENCE  {
///          algorithm               OBJECT IDENTIFIER,
///          parameters              ANY DEFINED BY algorithm OPTIONAL  }
///
/// RFC 5280 section 4.1.1.2.
public struct AlgorithmIdentifier: Equatable, Sendable {
  /// The range of the whole AlgorithmIdentifier structure.
  public let range: Range<Int>
  /// The object identifier of the algorithm.
  public let oid: OID
  /// The algorithm parameters, or `nil` if there are none. Each algorithm has its own parameter
  /// parser.
  public let parameters: ASN1.Element?

  /// Reads the next DER value as an AlgorithmIdentifier, with the universal tag or an implicit tag.
  public init(
    from reader: inout DERReader, tagged tag: ASN1.Tag = .sequence, in der: Span<UInt8>
  ) throws(ASN1Error) {
    let start = reader.position
    var fields = try reader.readSequence(tagged: tag, in: der)
    oid = try fields.readOID(in: der)
    parameters = fields.isAtEnd ? nil : try fields.readElement(in: der)
    try fields.finish()
    range = start..<reader.position
  }

  /// A Boolean value that indicates whether the algorithm parameters are a NULL, as for RSA.
  public var hasNullParameters: Bool {
    parameters.map { $0.tag == .null && $0.byteCount == 0 } ?? false
  }

  /// Returns a reader of algorithm parameters in a SEQUENCE.
  func readParameters() throws(CryptoError) -> DERReader {
    guard let parameters, parameters.tag == .sequence else { throw .wrongParameters(oid) }
    return try wrapping { () throws(ASN1Error) in try parameters.reader() }
  }

  /// Throws an error if the algorithm has parameters.
  func expectNoParameters() throws(CryptoError) {
    guard parameters == nil else { throw .wrongParameters(oid) }
  }

  /// Throws an error if the parameters of the algorithm are not a NULL.
  func expectNullParameters() throws(CryptoError) {
    guard hasNullParameters else { throw .wrongParameters(oid) }
  }
}

extension DERReader {
  /// Reads the version at the beginning of a private key structure.
  @discardableResult
  mutating func readVersion(
    _ known: ClosedRange<Int>, in der: Span<UInt8>
  ) throws(CryptoError) -> Int {
    let at = position
    var next = self
    let version = try wrapping { () throws(ASN1Error) in try next.readInteger(in: der) }
    guard known.contains(version) else { throw .unsupportedVersion(version, at: at) }
    self = next
    return version
  }
}
