public import ApusASN1
internal import ApusBytes

extension X509 {
  /// The certificates of a PKCS #7 message, which is the format of `.p7b` and `.p7c` files.
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
  /// RFC 5652 sections 3 and 5.1. The signatures of the message are not checked.
  public struct PKCS7: Hashable, Sendable {
    /// The maximum number of certificates, of revocation lists, and of signers of a PKCS #7
    /// message.
    public static let limit = 4_096

    /// The content type of the PKCS #7 message.
    /// Only a message of the type `signedData` contains certificates.
    public let contentType: OID
    /// The DER of each X.509 certificate in the PKCS #7 message.
    /// Certificates of other types are omitted.
    public private(set) var certificates: [[UInt8]] = []
    /// The DER of each revocation list (CRL) in the PKCS #7 message.
    public private(set) var lists: [[UInt8]] = []
    /// The number of signers of the PKCS #7 message.
    public private(set) var signerCount = 0

    /// Reads a PKCS #7 message, which must span all of the bytes.
    ///
    /// Certificates, lists and signers beyond the limit are omitted.
    ///
    /// - Parameter der: The PKCS #7 message in DER.
    /// - Throws: `ASN1Error` for a malformed message.
    public init(_ der: Span<UInt8>) throws(ASN1Error) {
      var fields = try DERReader(sequenceFilling: der.indices, in: der)
      contentType = try fields.readOID(in: der)
      guard contentType == .signedData else { return }
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

    private static func elements(
      _ number: UInt32, of message: inout DERReader, in der: Span<UInt8>
    ) throws(ASN1Error) -> [[UInt8]] {
      let tag = ASN1.Tag.context(number, isConstructed: true)
      guard var list = try message.readOptional(tag, in: der)?.reader() else { return [] }
      var found: [[UInt8]] = []
      while !list.isAtEnd, found.count < limit {
        let element = try list.readElement(in: der)
        if element.tag == .sequence { found.append(der.extracting(element.range).copy()) }
      }
      return found
    }

    /// Returns a Boolean value that indicates whether bytes begin like a PKCS #7 message, with a
    /// SEQUENCE and a known content type.
    ///
    /// - Parameter der: The bytes to examine; only the first bytes are read.
    public static func isLikely(_ der: Span<UInt8>) -> Bool {
      var reader = DERReader(der)
      guard var fields = try? reader.readSequence(in: der), let type = try? fields.readOID(in: der)
      else { return false }
      return type == .signedData || type.description.utf8.starts(with: "1.2.840.113549.1.7.".utf8)
    }

    /// Returns a PKCS #7 message that contains only certificates, without a signer.
    ///
    /// RFC 5652 section 5: a message with only certificates has no content and no signers. The
    /// certificates are a SET, so DER requires the order of their bytes.
    ///
    /// - Parameter certificates: The certificates of the message.
    public static func message(_ certificates: [Certificate]) -> [UInt8] {
      var writer = DERWriter()
      writer.writeSequence { info in
        info.writeOID(.signedData)
        info.writeExplicit(0) { content in
          content.writeSequence { message in
            message.writeInteger(1)
            message.write(.set) { _ in }
            message.writeSequence { $0.writeOID(.data) }
            message.writeSortedSet(
              of: certificates, tagged: .context(0, isConstructed: true)
            ) { (set, certificate) in set.writeRaw(certificate.der) }
            message.write(.set) { _ in }
          }
        }
      }
      return writer.bytes
    }
  }
}
