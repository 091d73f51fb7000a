public import ApusASN1

extension X509 {
  /// The content of a certificate as plain values, which can be changed and signed again.
  ///
  /// It does not refer to the bytes that it was read from, but encodes to the same bytes: every
  /// value keeps the options that DER leaves open, such as the types of strings.
  ///
  /// RFC 5280 section 4.1.2.
  public struct TBSCertificate: Hashable, Sendable {
    /// The version of the certificate.
    public var version: Version
    /// The serial number from the issuer.
    public var serialNumber: SerialNumber
    /// The algorithm of the issuer's signature.
    public var signatureAlgorithm: Algorithm
    /// The issuer of the certificate.
    public var issuer: Name
    /// The validity period of the certificate.
    public var validity: Validity
    /// The subject of the certificate.
    public var subject: Name
    /// The subject's key.
    public var publicKey: PublicKey
    /// The issuer's unique identifier, which is obsolete.
    public var issuerUniqueID: UniqueID?
    /// The subject's unique identifier, which is obsolete.
    public var subjectUniqueID: UniqueID?
    /// The extensions in their order.
    public var extensions: [Extension]

    /// Creates the content of a certificate of version 3.
    ///
    /// - Parameters:
    ///   - serialNumber: The number, unique for the issuer.
    ///   - signatureAlgorithm: The algorithm that the authority signs with.
    ///   - issuer: The name of the authority that signs.
    ///   - validity: The period in which the certificate is valid.
    ///   - subject: The name of the holder.
    ///   - publicKey: The key of the holder.
    ///   - extensions: The extensions in their order.
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

    /// Reads all content of a certificate and decodes its extensions.
    ///
    /// - Parameter certificate: A certificate, whose extensions must all be well-formed.
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

    /// Returns the content as DER, the bytes to sign.
    public func der() throws(X509Error) -> [UInt8] {
      var writer = DERWriter(capacity: 2048)
      try write(to: &writer)
      return writer.bytes
    }

    /// Returns the whole certificate with a signature over `der()`.
    ///
    /// - Parameter signature: The bits of the signature.
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
  /// The bits of a unique identifier.
  public struct UniqueID: Hashable, Sendable {
    /// The bytes of the bits; the first bit is the highest of the first byte.
    public let bytes: [UInt8]
    /// The number of low bits of the last byte that are not part of the identifier.
    public let unusedBitCount: Int

    init(_ bits: ASN1.BitString, in der: Span<UInt8>) {
      bytes = der.extracting(bits.bytes).copy()
      unusedBitCount = bits.unusedBitCount
    }

    func write(to writer: inout DERWriter, tagged number: UInt32) {
      writer.writeBitString(bytes, unusedBitCount: unusedBitCount, tagged: .context(number))
    }
  }

  /// Writes the content, field after field, if its version has all of them.
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
