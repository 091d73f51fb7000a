public import ApusASN1
public import ApusCrypto

extension X509 {
  /// The name of an algorithm with its parameters, independent of the bytes it was read from.
  ///
  ///     AlgorithmIdentifier  ::=  SEQUENCE  {
  ///       algorithm               OBJECT IDENTIFIER,
  ///       parameters              ANY DEFINED BY algorithm OPTIONAL  }
  ///
  /// RFC 5280 section 4.1.1.2.
  public struct Algorithm: Hashable, Sendable {
    /// The parameters of an algorithm.
    public enum Parameters: Hashable, Sendable {
      /// No parameters, as for elliptic curves and newer algorithms.
      case absent
      /// A NULL, as for RSA.
      case null
      /// A name, such as that of a curve.
      case oid(OID)
      /// Any other parameters, as their whole DER.
      case other([UInt8])
    }

    /// The name.
    public var oid: OID
    /// The algorithm's parameters.
    public var parameters: Parameters

    /// Creates an algorithm, without parameters by default.
    ///
    /// - Parameters:
    ///   - oid: The identifier of the algorithm.
    ///   - parameters: The parameters, in the form that the algorithm requires.
    public init(_ oid: OID, _ parameters: Parameters = .absent) {
      self.oid = oid
      self.parameters = parameters
    }

    /// Creates an algorithm from a structure that was read from the bytes.
    ///
    /// - Parameters:
    ///   - identifier: The structure's place in the bytes.
    ///   - der: The bytes that the structure was read from.
    public init(_ identifier: AlgorithmIdentifier, in der: Span<UInt8>) {
      oid = identifier.oid
      guard let element = identifier.parameters else {
        parameters = .absent
        return
      }
      if identifier.hasNullParameters {
        parameters = .null
      } else if element.tag == .objectIdentifier, let oid = try? element.oid(in: der) {
        parameters = .oid(oid)
      } else {
        parameters = .other(der.extracting(element.range).copy())
      }
    }

    /// Writes the structure.
    ///
    /// - Parameter writer: The writer that receives the DER.
    public func write(to writer: inout DERWriter) {
      writer.writeAlgorithm(oid) { parameters in
        switch self.parameters {
        case .absent: break
        case .null: parameters.writeNull()
        case .oid(let oid): parameters.writeOID(oid)
        case .other(let der): parameters.writeRaw(der)
        }
      }
    }
  }
}

extension X509.Algorithm {
  /// Creates the algorithm of a signature.
  ///
  /// - Parameter algorithm: The algorithm of a signature in this package.
  public init(of algorithm: SignatureAlgorithm) throws(X509Error) {
    var writer = DERWriter()
    algorithm.write(to: &writer)
    let der = writer.bytes
    var reader = X509.Reader(DERReader(der.span), .signatureAlgorithm)
    let identifier = try reader.reading { (reader) throws(ASN1Error) in
      try AlgorithmIdentifier(from: &reader, in: der.span)
    }
    self.init(identifier, in: der.span)
  }
}
