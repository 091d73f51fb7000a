public import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509 {
  /// The identifier of the key that signed a certificate.
  ///
  ///     AuthorityKeyIdentifier ::= SEQUENCE {
  ///       keyIdentifier             [0] KeyIdentifier           OPTIONAL,
  ///       authorityCertIssuer       [1] GeneralNames            OPTIONAL,
  ///       authorityCertSerialNumber [2] CertificateSerialNumber OPTIONAL  }
  ///
  /// RFC 5280 section 4.2.1.1. The issuer and the serial number are both present or both absent,
  /// according to appendix A.2.
  public struct AuthorityKeyIdentifier: ExtensionValue {
    /// The issuer name and the serial number of the certificate that contains the signing key.
    public struct Issuer: Hashable, Sendable {
      /// The names of the certificate's issuer, at least one.
      public let names: [GeneralName]
      /// The serial number of the certificate that contains the signing key.
      public let serialNumber: SerialNumber

      /// Creates an identifier from at least one issuer name and a serial number.
      ///
      /// - Parameters:
      ///   - names: The names of the issuer of the authority's certificate.
      ///   - serialNumber: The serial number of the authority's certificate.
      public init(_ names: [GeneralName], _ serialNumber: SerialNumber) throws(X509Error) {
        self.names = try GeneralName.checked(names, for: .value(.authorityKeyIdentifier))
        self.serialNumber = serialNumber
      }

      init(checked names: [GeneralName], _ serialNumber: SerialNumber) {
        self.names = names
        self.serialNumber = serialNumber
      }
    }

    /// The subject key identifier in the issuer's certificate.
    public let keyIdentifier: [UInt8]?
    /// The issuer name and the serial number of the issuer's certificate.
    public let issuer: Issuer?

    /// Creates an authority key identifier from a key identifier, a certificate's issuer and serial
    /// number, or both.
    ///
    /// - Parameters:
    ///   - keyIdentifier: The identifier of the authority's key, or `nil` for none.
    ///   - issuer: The issuer and the serial number of the authority's certificate, or `nil` for
    ///     none.
    public init(keyIdentifier: [UInt8]?, issuer: Issuer? = nil) {
      self.keyIdentifier = keyIdentifier
      self.issuer = issuer
    }

    public static var kind: Extension.Kind { .authorityKeyIdentifier }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      keyIdentifier = try fields.readOptional(.context(0), in: der).map {
        der.extracting($0.content).copy()
      }
      let start = fields.position
      let names = try GeneralName.readOptionalList(from: &fields, tagged: 1, in: der)
      var serialNumber: SerialNumber?
      if let element = try fields.readOptional(.context(2), in: der) {
        let content = try fields.content { () throws(ASN1Error) in
          try element.wideInteger(in: der).bytes
        }
        serialNumber = SerialNumber(content: der.extracting(content).copy())
      }
      try fields.finish()
      guard names.isEmpty == (serialNumber == nil) else {
        throw fields.broken(.issuerWithSerialNumber, at: start)
      }
      issuer = serialNumber.map { Issuer(checked: names, $0) }
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        if let keyIdentifier { fields.writeOctetString(keyIdentifier, tagged: .context(0)) }
        guard let issuer else { return }
        GeneralName.writeList(
          issuer.names, to: &fields, tagged: .context(1, isConstructed: true))
        fields.write(.context(2), content: issuer.serialNumber.content)
      }
    }
  }
}

extension X509 {
  /// The identifier of a certificate's key, which the issuer chooses.
  /// The identifier is usually a hash of the key.
  ///
  ///     SubjectKeyIdentifier ::= KeyIdentifier
  ///     KeyIdentifier ::= OCTET STRING
  ///
  /// RFC 5280 section 4.2.1.2.
  public struct SubjectKeyIdentifier: ExtensionValue {
    /// The bytes of the subject key identifier.
    public let bytes: [UInt8]

    /// Creates a subject key identifier from its bytes.
    ///
    /// - Parameter bytes: The bytes of the identifier, of any length.
    public init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// Creates the usual identifier of a public key: the SHA-1 digest of the key's bits.
    ///
    /// RFC 5280 section 4.2.1.2, method (1). The trust in a certificate does not depend on the
    /// subject key identifier.
    ///
    /// - Parameter key: The public key of the certificate.
    public init(of key: PublicKey) {
      self.init(InsecureSHA1.digest(of: key.bits))
    }

    public static var kind: Extension.Kind { .subjectKeyIdentifier }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      bytes = der.extracting(try reader.readOctetString(in: der)).copy()
    }

    public func write(to writer: inout DERWriter) {
      writer.writeOctetString(bytes)
    }
  }
}
