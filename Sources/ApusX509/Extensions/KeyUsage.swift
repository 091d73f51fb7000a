public import ApusASN1

extension X509 {
  /// The allowed uses of a certificate's public key. The set of uses is never empty.
  ///
  ///     KeyUsage ::= BIT STRING {
  ///       digitalSignature        (0),
  ///       nonRepudiation          (1),  -- recent editions of X.509 have
  ///                                     -- renamed this bit to contentCommitment
  ///       keyEncipherment         (2),
  ///       dataEncipherment        (3),
  ///       keyAgreement            (4),
  ///       keyCertSign             (5),
  ///       cRLSign                 (6),
  ///       encipherOnly            (7),
  ///       decipherOnly            (8) }
  ///
  /// RFC 5280 section 4.2.1.3. The initializer accepts trailing zero bits, which DER forbids,
  /// because existing root certificates and other certificates contain them. The operator `==`
  /// compares the encodings of key usages.
  public struct KeyUsage: ExtensionValue {
    /// A set of key uses. Bit 0 of the raw value is bit 0 of the ASN.1 BIT STRING.
    public struct Uses: OptionSet, Hashable, Sendable {
      /// The bits of the key uses.
      public let rawValue: UInt64
      /// Creates a set of key uses from bits.
      ///
      /// - Parameter rawValue: The bits, each of which is one use of the key.
      public init(rawValue: UInt64) { self.rawValue = rawValue }

      /// The key may sign data other than certificates and revocation lists.
      public static let digitalSignature = Uses(rawValue: 1)
      /// The key may create signatures that the signer cannot repudiate.
      public static let contentCommitment = Uses(rawValue: 2)
      /// The key may encrypt other keys.
      public static let keyEncipherment = Uses(rawValue: 4)
      /// The key may encrypt user data directly.
      public static let dataEncipherment = Uses(rawValue: 8)
      /// The key may be used for key agreement.
      public static let keyAgreement = Uses(rawValue: 16)
      /// The key may sign certificates.
      public static let certificateSigning = Uses(rawValue: 32)
      /// The key may sign revocation lists (CRLs).
      public static let crlSigning = Uses(rawValue: 64)
      /// After a key agreement, the key may only be used for encryption.
      public static let encipherOnly = Uses(rawValue: 128)
      /// After a key agreement, the key may only be used for decryption.
      public static let decipherOnly = Uses(rawValue: 256)
    }

    /// The allowed uses of the certificate's public key. The set of uses is never empty.
    public let uses: Uses
    /// The number of encoded bits of the key usage.
    /// Bits after the last use are trailing zero bits, which DER forbids.
    public let bitCount: Int

    /// Creates the key usage extension, and throws an error if the set of uses is empty.
    ///
    /// - Parameter uses: The allowed uses of the key, at least one.
    public init(_ uses: Uses) throws(X509Error) {
      guard !uses.isEmpty else { throw .forbidden(.notEmpty) }
      self.uses = uses
      bitCount = 64 - uses.rawValue.leadingZeroBitCount
    }

    public static var kind: Extension.Kind { .keyUsage }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      let start = reader.position
      let bits = try reader.reading { (reader) throws(ASN1Error) in
        try reader.readBitString(in: der)
      }
      uses = Uses(rawValue: try reader.content { () throws(ASN1Error) in try bits.names(in: der) })
      guard !uses.isEmpty else { throw reader.broken(.notEmpty, at: start) }
      bitCount = bits.bitCount
    }

    public func write(to writer: inout DERWriter) {
      var bytes = [UInt8](repeating: 0, count: (bitCount + 7) / 8)
      for index in 0..<bitCount where uses.rawValue >> UInt64(index) & 1 == 1 {
        bytes[index / 8] |= 0x80 >> UInt8(index % 8)
      }
      writer.writeBitString(bytes, unusedBitCount: bytes.count * 8 - bitCount)
    }

    /// Returns a Boolean value that indicates whether the certificate allows all of the given key
    /// uses.
    ///
    /// - Parameter uses: The key uses, all of which must be allowed.
    public func contains(_ uses: Uses) -> Bool { self.uses.isSuperset(of: uses) }
  }
}

extension X509.KeyUsage: CustomStringConvertible {
  /// The names of the key uses from RFC 5280, in the order of the bits.
  /// A bit without a name is shown as a number.
  public var description: String { names.joined(separator: ", ") }

  /// The names of the key uses from RFC 5280.
  var names: [String] {
    let names = [
      "digitalSignature", "contentCommitment", "keyEncipherment", "dataEncipherment",
      "keyAgreement", "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
    ]
    return (0..<64).filter { uses.rawValue >> UInt64($0) & 1 == 1 }
      .map { $0 < names.count ? names[$0] : "(\($0))" }
  }
}

extension X509 {
  /// The allowed purposes of a certificate's public key. The list of purposes is never empty.
  ///
  ///     ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId
  ///     KeyPurposeId ::= OBJECT IDENTIFIER
  ///
  /// RFC 5280 section 4.2.1.12.
  public struct ExtendedKeyUsage: ExtensionValue {
    /// The maximum number of key purposes in a certificate.
    public static let limit = 256

    /// The object identifiers of the allowed key purposes. The list of purposes is never empty.
    public let purposes: [OID]

    /// Creates the extended key usage extension, and throws an error if the list of purposes is
    /// empty.
    ///
    /// - Parameter purposes: The object identifiers of the key purposes, at least one.
    public init(_ purposes: [OID]) throws(X509Error) {
      guard !purposes.isEmpty else { throw .forbidden(.notEmpty) }
      guard purposes.count <= Self.limit else {
        throw .tooMany(.value(Self.kind), limit: Self.limit)
      }
      self.purposes = purposes
    }

    public static var kind: Extension.Kind { .extendedKeyUsage }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var list = try reader.readList(in: der)
      var purposes: [OID] = []
      repeat {
        guard purposes.count < Self.limit else { throw .tooMany(reader.field, limit: Self.limit) }
        purposes.append(try list.readOID(in: der))
      } while !list.isAtEnd
      self.purposes = purposes
    }

    public func write(to writer: inout DERWriter) {
      writer.writeSequence { list in
        for purpose in purposes { list.writeOID(purpose) }
      }
    }

    /// Returns a Boolean value that indicates whether the extension lists a key purpose.
    ///
    /// The purpose anyExtendedKeyUsage does not match other purposes.
    ///
    /// - Parameter purpose: The object identifier of a key purpose.
    public func contains(_ purpose: OID) -> Bool { purposes.contains(purpose) }
  }
}
