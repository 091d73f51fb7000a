public import ApusASN1
public import ApusCrypto

extension X509 {
  /// The identifier of an algorithm with its parameters, independent of the bytes that it was read
  /// from.
  ///
  ///     AlgorithmIdentifier  ::=  SEQUENCE  {
  ///       algorithm               OBJECT IDENTIFIER,
  ///       parameters              ANY DEFINED BY algorithm OPTIONAL  }
  ///
  /// RFC 5280 section 4.1.1.2.
  public struct Algorithm: Hashable, Sendable {
    /// The parameters of an algorithm identifier.
    public enum Parameters: Hashable, Sendable {
      /// The absence of parameters, as in the identifiers of elliptic curve signatures and newer
      /// algorithms.
      case absent
      /// A NULL as parameters, as in the identifiers of RSA keys.
      case null
      /// An object identifier as parameters, such as the object identifier of an elliptic curve.
      case oid(OID)
      /// Any other parameters, as complete DER.
      case other([UInt8])
    }

    /// The object identifier of the algorithm.
    public var oid: OID
    /// The parameters of the algorithm.
    public var parameters: Parameters

    /// Creates an algorithm identifier, which has no parameters by default.
    ///
    /// - Parameters:
    ///   - oid: The object identifier of the algorithm.
    ///   - parameters: The parameters, in the form that the algorithm requires.
    public init(_ oid: OID, _ parameters: Parameters = .absent) {
      self.oid = oid
      self.parameters = parameters
    }

    /// Creates an algorithm from an AlgorithmIdentifier that was read from the bytes.
    ///
    /// - Parameters:
    ///   - identifier: The AlgorithmIdentifier with its ranges in the bytes.
    ///   - der: The bytes that the AlgorithmIdentifier was read from.
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

    /// Writes the AlgorithmIdentifier as DER.
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
  /// Creates the identifier of a signature algorithm.
  ///
  /// - Parameter algorithm: The signature algorithm that Apus supports.
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
