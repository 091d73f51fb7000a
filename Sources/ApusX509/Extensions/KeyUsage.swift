public import ApusASN1

extension X509 {
  /// The allowed uses of a key, at least one.
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
  /// RFC 5280 section 4.2.1.3. Trailing zeros, which DER forbids, are accepted, because existing
  /// roots and other certificates have them; `==` compares the encodings.
  public struct KeyUsage: ExtensionValue {
    /// Uses of a key; bit 0 is the bit named (0).
    public struct Uses: OptionSet, Hashable, Sendable {
      /// The bits.
      public let rawValue: UInt64
      /// Creates the uses from bits.
      ///
      /// - Parameter rawValue: The bits; each is one use.
      public init(rawValue: UInt64) { self.rawValue = rawValue }

      /// Signatures of data other than certificates and revocation lists.
      public static let digitalSignature = Uses(rawValue: 1)
      /// Signatures that the signer cannot repudiate.
      public static let contentCommitment = Uses(rawValue: 2)
      /// The encryption of keys.
      public static let keyEncipherment = Uses(rawValue: 4)
      /// The encryption of data itself.
      public static let dataEncipherment = Uses(rawValue: 8)
      /// Key agreement.
      public static let keyAgreement = Uses(rawValue: 16)
      /// Signatures of certificates.
      public static let certificateSigning = Uses(rawValue: 32)
      /// Signatures of revocation lists.
      public static let crlSigning = Uses(rawValue: 64)
      /// Only encryption after a key agreement.
      public static let encipherOnly = Uses(rawValue: 128)
      /// Only decryption after a key agreement.
      public static let decipherOnly = Uses(rawValue: 256)
    }

    /// The uses, at least one.
    public let uses: Uses
    /// The number of encoded bits: up to the last use, and trailing zeros if it is not DER.
    public let bitCount: Int

    /// Creates the extension from uses. Throws an error if there are none.
    ///
    /// - Parameter uses: The uses, at least one.
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

    /// Returns whether all of the given uses are allowed.
    ///
    /// - Parameter uses: The uses, all of which must be allowed.
    public func contains(_ uses: Uses) -> Bool { self.uses.isSuperset(of: uses) }
  }
}

extension X509.KeyUsage: CustomStringConvertible {
  /// The names of the uses in order, as in RFC 5280; a bit without a name is shown as a number.
  public var description: String { names.joined(separator: ", ") }

  /// The names of the uses, as in RFC 5280.
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
  /// The allowed purposes of a key, at least one.
  ///
  ///     ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId
  ///     KeyPurposeId ::= OBJECT IDENTIFIER
  ///
  /// RFC 5280 section 4.2.1.12.
  public struct ExtendedKeyUsage: ExtensionValue {
    /// The largest number of purposes.
    public static let limit = 256

    /// The purposes, at least one.
    public let purposes: [OID]

    /// Creates the extension from purposes. Throws an error if there are none.
    ///
    /// - Parameter purposes: The identifiers of purposes, at least one.
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

    /// Returns whether the extension names a purpose.
    ///
    /// anyExtendedKeyUsage does not count as every purpose.
    ///
    /// - Parameter purpose: The identifier of a purpose.
    public func contains(_ purpose: OID) -> Bool { purposes.contains(purpose) }
  }
}
