public import ApusASN1
public import ApusBytes
public import ApusCrypto

extension X509 {
  /// A certification request, signed with the private key of the requested certificate.
  ///
  ///     CertificationRequest ::= SEQUENCE {
  ///       certificationRequestInfo CertificationRequestInfo,
  ///       signatureAlgorithm AlgorithmIdentifier{{ SignatureAlgorithms }},
  ///       signature          BIT STRING }
  ///
  ///     CertificationRequestInfo ::= SEQUENCE {
  ///       version       INTEGER { v1(0) } (v1,...),
  ///       subject       Name,
  ///       subjectPKInfo SubjectPublicKeyInfo{{ PKInfoAlgorithms }},
  ///       attributes    [0] Attributes{{ CRIAttributes }} }
  ///
  /// RFC 2986 section 4. The initializer does not check the signature of a certification request.
  /// Call `isSignedByItself()` to check the signature.
  public struct CertificationRequest: Hashable, Sendable {
    /// The maximum number of bytes of a certification request.
    public static let byteLimit = 1 << 18
    /// The maximum number of attributes of a certification request, and of values of each
    /// attribute.
    public static let attributeLimit = 64

    /// The DER of the certification request.
    public let der: [UInt8]
    /// The subject name of the requested certificate.
    public let subject: Name
    /// The public key of the requested certificate.
    public let publicKey: PublicKey
    /// The attributes of the request except for the requested extensions, in their encoded order.
    public let attributes: [Attribute]
    /// The extensions of the requested certificate.
    public let extensions: [Extension]

    private let signed: SignedContent

    /// Reads a certification request, which must span all of the bytes.
    ///
    /// - Parameter bytes: The certification request in DER.
    public init(_ bytes: [UInt8]) throws(X509Error) {
      guard bytes.count <= Self.byteLimit else { throw .tooMany(.request, limit: Self.byteLimit) }
      der = bytes
      let der = bytes.span
      var whole = Reader(DERReader(der), .request)
      var fields = try whole.readSequence(in: der)
      try whole.finish()
      signed = try SignedContent(from: &fields, in: der)
      try fields.finish()
      var outer = Reader(DERReader(signed.content), .request)
      var info = try outer.readSequence(in: der)
      let start = info.position
      guard try info.readInteger(in: der) == 0 else {
        throw info.broken(.requestVersion1, at: start)
      }
      info.field = .subject
      subject = try Name(from: &info, in: der)
      info.field = .publicKey
      let key = try info.reading { (info) throws(ASN1Error) in
        try SubjectPublicKeyInfo(from: &info, in: der)
      }
      publicKey = PublicKey(key, in: der)
      info.field = .attributes
      attributes = try Attribute.readList(from: &info, in: der)
      try info.finish()
      extensions = try Self.requestedExtensions(attributes)
    }

    /// Reads the certification request of a PEM text, which must contain exactly one request.
    ///
    /// - Parameter text: The PEM text with a section `CERTIFICATE REQUEST`.
    public init(pem text: String) throws(X509Error) {
      let bytes = Array(text.utf8)
      let der: [UInt8]
      do throws(ASN1Error) {
        let found = try PEM.sections(of: bytes.span).filter {
          $0.label == .certificateRequest || $0.label == .newCertificateRequest
        }
        guard found.count == 1 else { throw .missing(at: 0, expected: .sequence) }
        der = try found[0].bytes(in: bytes.span)
      } catch {
        throw .pem(error)
      }
      try self.init(der)
    }

    /// The certification request as a PEM text.
    public var pem: String { PEM.encode(der, as: .certificateRequest) }

    /// Returns a Boolean value that indicates whether the request's signature is valid for the
    /// request's key.
    ///
    /// The function throws an error if the key or the signature algorithm is not supported. RFC
    /// 2986 section 4.2.
    public func isSignedByItself() throws(X509Error) -> Bool {
      try signed.isSigned(by: publicKey.verificationKey(), in: der.span)
    }
  }
}

extension X509.CertificationRequest {
  /// An attribute of a certification request, in addition to the subject and the key.
  ///
  ///     Attributes { ATTRIBUTE:IOSet } ::= SET OF Attribute{{ IOSet }}
  ///
  ///     Attribute { ATTRIBUTE:IOSet } ::= SEQUENCE {
  ///       type   ATTRIBUTE.&id({IOSet}),
  ///       values SET SIZE(1..MAX) OF ATTRIBUTE.&Type({IOSet}{@type}) }
  ///
  /// RFC 2986 section 4.1.
  public struct Attribute: Hashable, Sendable {
    /// The object identifier of the attribute's type.
    public let type: OID
    /// The values of the attribute, each as complete DER. An attribute has at least one value.
    public let values: [[UInt8]]

    init(type: OID, values: [[UInt8]]) {
      self.type = type
      self.values = values
    }

    private init(from list: inout X509.Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try list.readSequence(in: der)
      type = try fields.readOID(in: der)
      var set = try fields.readList(tagged: .set, in: der)
      try fields.finish()
      var values: [[UInt8]] = []
      while !set.isAtEnd {
        guard values.count < attributeLimit else {
          throw .tooMany(.attributes, limit: attributeLimit)
        }
        values.append(der.extracting(try set.readElement(in: der).range).copy())
      }
      self.values = values
    }

    static func readList(
      from info: inout X509.Reader, in der: Span<UInt8>
    ) throws(X509Error) -> [Attribute] {
      var set = try info.readSequence(tagged: .context(0, isConstructed: true), in: der)
      var attributes: [Attribute] = []
      while !set.isAtEnd {
        guard attributes.count < attributeLimit else {
          throw .tooMany(.attributes, limit: attributeLimit)
        }
        attributes.append(try Attribute(from: &set, in: der))
      }
      return attributes
    }
  }

  /// Returns the requested extensions in the extension request attribute.
  ///
  ///     ExtensionRequest ::= Extensions
  ///
  /// RFC 2985 section 5.4.2: a request has at most one extension request attribute, with one value.
  private static func requestedExtensions(
    _ attributes: [Attribute]
  ) throws(X509Error) -> [X509.Extension] {
    let requests = attributes.filter { $0.type == .extensionRequest }
    guard let request = requests.first else { return [] }
    guard requests.count == 1, request.values.count == 1, let value = request.values.first else {
      throw .broken(.oneExtensionRequest, .attributes, at: 0)
    }
    let der = value.span
    var whole = X509.Reader(DERReader(der), .extensions)
    var list = try whole.readSequence(in: der)
    try whole.finish()
    var extensions: [X509.Extension] = []
    for encoded in try X509.EncodedExtension.readList(from: &list, in: der) {
      extensions.append(try X509.Extension(encoded, in: der))
    }
    return extensions
  }
}

extension X509.CertificationRequest {
  /// Creates a certification request for the public key that belongs to a private key.
  ///
  /// RFC 2986 section 4.2.
  ///
  /// - Parameters:
  ///   - subject: The name of the future certificate's holder.
  ///   - extensions: The requested extensions.
  ///   - key: The private key, whose public key is to be certified.
  ///   - algorithm: The algorithm of the signature, or `nil` for the usual algorithm of the key.
  ///   - random: The source of random bytes.
  public init(
    subject: X509.Name, extensions: [X509.Extension] = [], key: borrowing SigningKey,
    _ algorithm: SignatureAlgorithm? = nil, using random: some RandomSource
  ) throws(X509Error) {
    guard Set(extensions.map(\.oid)).count == extensions.count else {
      throw .forbidden(.noDuplicates)
    }
    let algorithm = try X509.signatureAlgorithm(algorithm, for: key.publicKey)
    let publicKey = key.publicKey
    var info = DERWriter(capacity: 512)
    info.writeSequence { info in
      info.writeInteger(0)
      subject.write(to: &info)
      publicKey.write(to: &info)
      info.write(.context(0, isConstructed: true)) { attributes in
        guard !extensions.isEmpty else { return }
        Self.writeRequest(of: extensions, to: &attributes)
      }
    }
    let signature = try X509.sign(info.bytes, key, algorithm, using: random)
    var request = DERWriter(capacity: info.bytes.count + signature.count + 32)
    request.writeSequence { request in
      request.writeRaw(info.bytes)
      algorithm.write(to: &request)
      request.writeBitString(signature)
    }
    try self.init(request.bytes)
  }

  private static func writeRequest(of extensions: [X509.Extension], to writer: inout DERWriter) {
    writer.writeSequence { attribute in
      attribute.writeOID(.extensionRequest)
      attribute.write(.set) { values in
        values.writeSequence { list in
          for one in extensions { one.write(to: &list) }
        }
      }
    }
  }
}
