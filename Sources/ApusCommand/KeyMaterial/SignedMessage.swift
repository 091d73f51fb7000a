import ApusASN1

/// What a message of PKCS #7 carries beside its content: mostly a bag of certificates.
///
///     ContentInfo ::= SEQUENCE {
///       contentType ContentType,
///       content [0] EXPLICIT ANY DEFINED BY contentType }
///
///     SignedData ::= SEQUENCE {
///       version CMSVersion,
///       digestAlgorithms DigestAlgorithmIdentifiers,
///       encapContentInfo EncapsulatedContentInfo,
///       certificates [0] IMPLICIT CertificateSet OPTIONAL,
///       crls [1] IMPLICIT RevocationInfoChoices OPTIONAL,
///       signerInfos SignerInfos }
///
/// RFC 5652 sections 3 and 5.1. No signature is checked.
struct SignedMessage {
  /// How many certificates and lists are kept, each.
  static let limit = 4096

  let contentType: OID
  /// The DER of the certificates; those of other kinds than X.509 are left out.
  private(set) var certificates: [Range<Int>] = []
  /// The DER of the revocation lists.
  private(set) var lists: [Range<Int>] = []
  private(set) var signerCount = 0

  /// Reads the message that is all of the bytes; one that is not signed has nothing to be kept.
  init(_ der: Span<UInt8>) throws(ASN1Error) {
    var fields = try DERReader(sequenceFilling: der.indices, in: der)
    contentType = try fields.readOID(in: der)
    guard contentType == Self.signedData else { return }
    var explicit = try fields.readExplicit(0, in: der)
    try fields.finish()
    var message = try explicit.readSequence(in: der)
    try explicit.finish()
    _ = try message.readInteger(in: der)
    _ = try message.read(.set, in: der)
    _ = try message.read(.sequence, in: der)
    certificates = try Self.elements(0, of: &message, in: der)
    lists = try Self.elements(1, of: &message, in: der)
    var signers = try message.read(.set, in: der).reader()
    try message.finish()
    while !signers.isAtEnd, signerCount < Self.limit {
      _ = try signers.readElement(in: der)
      signerCount += 1
    }
  }

  /// `id-signedData`, 1.2.840.113549.1.7.2.
  static let signedData = OID("1.2.840.113549.1.7.2")

  private static func elements(
    _ number: UInt32, of message: inout DERReader, in der: Span<UInt8>
  ) throws(ASN1Error) -> [Range<Int>] {
    let tag = ASN1.Tag.context(number, isConstructed: true)
    guard var list = try message.readOptional(tag, in: der)?.reader() else { return [] }
    var found: [Range<Int>] = []
    while !list.isAtEnd, found.count < limit {
      let element = try list.readElement(in: der)
      if element.tag == .sequence { found.append(element.range) }
    }
    return found
  }
}

extension SignedMessage {
  /// Whether the bytes begin as a message does: a SEQUENCE that begins with one of its types.
  static func isLikely(_ der: Span<UInt8>) -> Bool {
    var reader = DERReader(der)
    guard var fields = try? reader.readSequence(in: der), let type = try? fields.readOID(in: der)
    else { return false }
    return type == signedData || "\(type)".utf8.starts(with: "1.2.840.113549.1.7.".utf8)
  }
}
