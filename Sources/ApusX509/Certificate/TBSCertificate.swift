public import ApusASN1

extension X509 {
  /// The content of a certificate as plain values, which can be changed and signed again.
  ///
  /// Encoding unchanged content produces the same bytes as the original certificate. Every value
  /// stores the encoding choices that DER permits, such as the ASN.1 type of each string.
  ///
  /// RFC 5280 section 4.1.2.
  public struct TBSCertificate: Hashable, Sendable {
    /// The version of the certificate.
    public var version: Version
    /// The serial number that the issuer has assigned to the certificate.
    public var serialNumber: SerialNumber
    /// The algorithm of the issuer's signature on the certificate.
    public var signatureAlgorithm: Algorithm
    /// The name of the certificate's issuer.
    public var issuer: Name
    /// The validity period of the certificate.
    public var validity: Validity
    /// The name of the certificate's subject.
    public var subject: Name
    /// The public key of the certificate's subject.
    public var publicKey: PublicKey
    /// The unique identifier of the certificate's issuer, which is an obsolete field.
    public var issuerUniqueID: UniqueID?
    /// The unique identifier of the certificate's subject, which is an obsolete field.
    public var subjectUniqueID: UniqueID?
    /// The extensions of the certificate in their encoded order.
    public var extensions: [Extension]

    /// Creates the unsigned content (TBSCertificate) of a version 3 certificate.
    ///
    /// - Parameters:
    ///   - serialNumber: The serial number, which is unique for the issuer.
    ///   - signatureAlgorithm: The algorithm that the certificate authority signs with.
    ///   - issuer: The name of the certificate authority that signs.
    ///   - validity: The period in which the certificate is valid.
    ///   - subject: The name of the certificate's holder.
    ///   - publicKey: The public key of the certificate's holder.
    ///   - extensions: The extensions in their encoded order.
    public init(
      serialNumber: SerialNumber, signatureAlgorithm: Algorithm, issuer: Name, validity: Validity,
      subject: Name, publicKey: PublicKey, extensions: [Extension] = []
    ) {
      self.version = .v3
      self.serialNumber = serialNumber
      self.signatureAlgorithm = signatureAlgorithm
      self.issuer = issuer
      self.validity = validity
      self.subject = subject
      self.publicKey = publicKey
      self.extensions = extensions
    }

    /// Copies the content of a certificate and decodes all extensions.
    ///
    /// - Parameter certificate: The certificate to copy, whose extensions must all be well-formed.
    public init(_ certificate: Certificate) throws(X509Error) {
      let der = certificate.der.span
      version = certificate.version
      serialNumber = certificate.serialNumber
      signatureAlgorithm = Algorithm(certificate.signatureAlgorithm, in: der)
      issuer = certificate.issuer
      validity = certificate.validity
      subject = certificate.subject
      publicKey = certificate.publicKey
      issuerUniqueID = certificate.issuerUniqueID.map { UniqueID($0, in: der) }
      subjectUniqueID = certificate.subjectUniqueID.map { UniqueID($0, in: der) }
      extensions = try certificate.decodedExtensions()
    }

    /// Returns the certificate's content as DER, which are the bytes to sign.
    public func der() throws(X509Error) -> [UInt8] {
      var writer = DERWriter(capacity: 2048)
      try write(to: &writer)
      return writer.bytes
    }

    /// Returns the complete certificate with a given signature over the bytes of `der()`.
    ///
    /// - Parameter signature: The bits of the certificate's signature.
    public func certificate(signature: [UInt8]) throws(X509Error) -> Certificate {
      var writer = DERWriter(capacity: 2048)
      try writer.writeSequence { (fields) throws(X509Error) in
        try write(to: &fields)
        signatureAlgorithm.write(to: &fields)
        fields.writeBitString(signature)
      }
      return try Certificate(writer.bytes)
    }
  }
}

extension X509.TBSCertificate {
  /// The bits of a unique identifier of a certificate's issuer or subject.
  public struct UniqueID: Hashable, Sendable {
    /// The bytes of the unique identifier. The first bit is the highest bit of the first byte.
    public let bytes: [UInt8]
    /// The number of low bits of the last byte that are not part of the unique identifier.
    public let unusedBitCount: Int

    init(_ bits: ASN1.BitString, in der: Span<UInt8>) {
      bytes = der.extracting(bits.bytes).copy()
      unusedBitCount = bits.unusedBitCount
    }

    func write(to writer: inout DERWriter, tagged number: UInt32) {
      writer.writeBitString(bytes, unusedBitCount: unusedBitCount, tagged: .context(number))
    }
  }

  /// Writes the TBSCertificate as DER, and throws an error for a field that the certificate version
  /// forbids.
  ///
  /// RFC 5280 section 4.1.
  ///
  /// - Parameter writer: The writer that receives the DER.
  public func write(to writer: inout DERWriter) throws(X509Error) {
    guard version != .v1 || issuerUniqueID == nil && subjectUniqueID == nil else {
      throw .forbidden(.uniqueIDsNeedVersion2)
    }
    guard version == .v3 || extensions.isEmpty else { throw .forbidden(.extensionsNeedVersion3) }
    guard Set(extensions.map(\.oid)).count == extensions.count else {
      throw .forbidden(.noDuplicates)
    }
    try writer.writeSequence { (tbs) throws(X509Error) in
      if version != .v1 { tbs.writeExplicit(0) { $0.writeInteger(version.rawValue) } }
      serialNumber.write(to: &tbs)
      signatureAlgorithm.write(to: &tbs)
      issuer.write(to: &tbs)
      try validity.write(to: &tbs)
      subject.write(to: &tbs)
      publicKey.write(to: &tbs)
      issuerUniqueID?.write(to: &tbs, tagged: 1)
      subjectUniqueID?.write(to: &tbs, tagged: 2)
      guard !extensions.isEmpty else { return }
      tbs.writeExplicit(3) { field in
        field.writeSequence { list in
          for one in extensions { one.write(to: &list) }
        }
      }
    }
  }
}
