import ApusASN1
import ApusBytes

/// A private key in PKCS #8 form that is encrypted with a password.
///
///     EncryptedPrivateKeyInfo ::= SEQUENCE {
///       encryptionAlgorithm  EncryptionAlgorithmIdentifier,
///       encryptedData        EncryptedData -- OCTET STRING
///     }
///
/// RFC 5958 section 3.
public struct EncryptedPrivateKeyInfo: Equatable, Sendable {
  /// The maximum number of bytes of an encrypted private key: ten times the longest RSA key.
  public static let dataByteLimit = 65_536

  /// The encryption algorithm with its parameters.
  public let encryptionAlgorithm: AlgorithmIdentifier
  /// The range of the encrypted `PrivateKeyInfo`.
  public let encryptedData: Range<Int>

  /// Reads an EncryptedPrivateKeyInfo, and throws an error if bytes remain after the structure.
  public init(_ der: Span<UInt8>) throws(CryptoError) {
    (encryptionAlgorithm, encryptedData) = try wrapping { () throws(ASN1Error) in
      var fields = try DERReader(sequenceFilling: der.indices, in: der)
      let algorithm = try AlgorithmIdentifier(from: &fields, in: der)
      let data = try fields.readOctetString(in: der)
      try fields.finish()
      return (algorithm, data)
    }
  }

  /// Returns the parameters of the encryption, and throws an error if the encryption is not PBES2.
  public func parameters(in der: Span<UInt8>) throws(CryptoError) -> PBES2Parameters {
    guard encryptionAlgorithm.oid == .pbes2 else {
      throw .unsupportedEncryption(encryptionAlgorithm.oid)
    }
    return try PBES2Parameters(of: encryptionAlgorithm, in: der)
  }

  /// Decrypts the private key.
  func open(
    in der: Span<UInt8>, password: Span<UInt8>, allowingLegacyEncryption isLegacyAllowed: Bool
  ) throws(CryptoError) -> SecretBytes {
    let limit = Self.dataByteLimit
    guard isLegacyAllowed else {
      return try parameters(in: der)
        .open(encryptedData, in: der, password: password, limit: limit)
    }
    if PKCS12PBEParameters.has(encryptionAlgorithm.oid) {
      return try PKCS12PBEParameters(of: encryptionAlgorithm, in: der)
        .open(encryptedData, in: der, password: password, limit: limit)
    }
    guard encryptionAlgorithm.oid == .pbes2 else {
      throw .unsupportedEncryption(encryptionAlgorithm.oid)
    }
    return try PBES2Parameters(
      of: encryptionAlgorithm, in: der, allowingLegacyEncryption: true
    ).open(encryptedData, in: der, password: password, limit: limit)
  }
}
