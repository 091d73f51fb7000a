internal import ApusASN1
public import ApusBytes
public import ApusCrypto

/// The creation of PKCS #12 files. The files are encrypted by PBES2 with AES, and have an
/// authentication code with SHA-256.
///
/// RFC 7292 section 5.1.
extension X509.PKCS12 {
  /// The number of iterations of each key derivation in a written PKCS #12 file.
  public static let writtenIterations = 100_000

  /// Returns a PKCS #12 file with a private key and the key's certificates.
  ///
  /// - Parameters:
  ///   - certificates: The certificates, beginning with the certificate of the key.
  ///   - key: The private key.
  ///   - password: The password in UTF-8.
  ///   - iterations: The number of iterations of each key derivation, 100,000 by default.
  ///   - random: The source of salts and initialization vectors.
  /// - Returns: The bytes of the PKCS #12 file.
  /// - Throws: `X509Error.keyStore` if the first certificate is not for the key, if there are too
  ///   many certificates, or if the password is too long or invalid UTF-8.
  public static func file(
    _ certificates: [X509.Certificate], key: borrowing SigningKey, password: Span<UInt8>,
    iterations: Int = writtenIterations, using random: some RandomSource
  ) throws(X509Error) -> [UInt8] {
    guard let own = certificates.first,
      (try? own.verificationKey(allowingSmallModulus: true)) == key.publicKey
    else { throw .keyStore(.noCertificateOfKey) }
    guard certificates.count <= certificateLimit else {
      throw .keyStore(.tooLong(limit: certificateLimit))
    }
    let identifier = own.legacyFingerprint.bytes
    do throws(CryptoError) {
      let lock = PasswordLock(password: password.copy(), iterations: try .init(iterations))
      let sealed = try key.pkcs8.withBytes { (key) throws(CryptoError) in
        try lock.seal(key, using: random)
      }
      var bags = DERWriter()
      bags.writeSequence { list in
        Self.writeBag(.pkcs8ShroudedKeyBag, to: &list, [(.localKeyID, .octets(identifier))]) {
          value in
          value.writeSequence { info in
            info.writeRaw(sealed.algorithm)
            info.writeOctetString(sealed.content)
          }
        }
      }
      let certificateBags = Self.bags(certificates) { index in
        index == 0 ? [(.localKeyID, .octets(identifier))] : []
      }
      return try lock.file(plain: [bags.bytes], locked: [certificateBags], using: random)
    } catch {
      throw .keyStore(Problem(error))
    }
  }

  /// Returns a trust store for Java:
  /// a PKCS #12 file that contains only certificates, each marked as trusted.
  ///
  /// - Parameters:
  ///   - certificates: The trusted certificates.
  ///   - password: The password in UTF-8.
  ///   - iterations: The number of iterations of each key derivation, 100,000 by default.
  ///   - random: The source of salts and initialization vectors.
  /// - Returns: The bytes of the PKCS #12 file.
  /// - Throws: `X509Error.keyStore` if there are too many certificates, or if the password is too
  ///   long or invalid UTF-8.
  public static func trustStore(
    _ certificates: [X509.Certificate], password: Span<UInt8>,
    iterations: Int = writtenIterations, using random: some RandomSource
  ) throws(X509Error) -> [UInt8] {
    // The limit must leave room for one more element, because a list of bags counts toward the
    // limit too.
    guard certificates.count < trustStoreLimit else {
      throw .keyStore(.tooLong(limit: trustStoreLimit - 1))
    }
    do throws(CryptoError) {
      let lock = PasswordLock(password: password.copy(), iterations: try .init(iterations))
      let bags = Self.bags(certificates) { _ in
        [(.trustedKeyUsage, .oid(.anyExtendedKeyUsage))]
      }
      return try lock.file(plain: [], locked: [bags], using: random)
    } catch {
      throw .keyStore(Problem(error))
    }
  }

  /// The value of an attribute of a PKCS #12 bag.
  private enum AttributeValue {
    case octets([UInt8])
    case oid(OID)
  }

  /// Returns the SafeContents structure with the given certificates. RFC 7292 sections 4.2 and
  /// 4.2.3.
  private static func bags(
    _ certificates: [X509.Certificate], attributes: (Int) -> [(OID, AttributeValue)]
  ) -> [UInt8] {
    var writer = DERWriter()
    writer.writeSequence { list in
      for (index, certificate) in certificates.enumerated() {
        writeBag(.certBag, to: &list, attributes(index)) { value in
          value.writeSequence { bag in
            bag.writeOID(.x509Certificate)
            bag.writeExplicit(0) { $0.writeOctetString(certificate.der) }
          }
        }
      }
    }
    return writer.bytes
  }

  /// Writes a SafeBag structure.
  ///
  ///     PKCS12Attribute ::= SEQUENCE {
  ///         attrId      ATTRIBUTE.&id ({PKCS12AttrSet}),
  ///         attrValues  SET OF ATTRIBUTE.&Type ({PKCS12AttrSet}{@attrId})
  ///     }
  ///
  /// RFC 7292 section 4.2.
  private static func writeBag(
    _ type: OID, to list: inout DERWriter, _ attributes: [(OID, AttributeValue)],
    value: (inout DERWriter) -> Void
  ) {
    list.writeSequence { bag in
      bag.writeOID(type)
      bag.writeExplicit(0, value)
      guard !attributes.isEmpty else { return }
      bag.writeSortedSet(of: attributes) { (set, attribute) in
        set.writeSequence { fields in
          fields.writeOID(attribute.0)
          fields.write(.set) { values in
            switch attribute.1 {
            case .octets(let bytes): values.writeOctetString(bytes)
            case .oid(let oid): values.writeOID(oid)
            }
          }
        }
      }
    }
  }
}

/// The password of a written PKCS #12 file, with the parameters of the key derivation.
private struct PasswordLock {
  let password: [UInt8]
  let iterations: PBKDF2.IterationCount

  func seal(
    _ bytes: Span<UInt8>, using random: some RandomSource
  ) throws(CryptoError) -> PBES2Parameters.Sealed {
    try PBES2Parameters.seal(
      bytes, password: password.span, iterations: iterations, using: random)
  }

  /// Returns a PFX structure with plain SafeContents and encrypted SafeContents.
  ///
  /// RFC 7292 sections 4 and 4.1.
  func file(
    plain: [[UInt8]], locked: [[UInt8]], using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    var sealed: [PBES2Parameters.Sealed] = []
    for bags in locked { sealed.append(try seal(bags.span, using: random)) }
    var safe = DERWriter()
    safe.writeSequence { list in
      for one in sealed { Self.writeLocked(one, to: &list) }
      for bags in plain { Self.writeData(bags, to: &list) }
    }
    let salt: [UInt8]
    do throws(RandomError) { salt = try random.bytes(16) } catch { throw .randomness(error) }
    let code = try PKCS12MAC.code(
      of: safe.bytes.span, password: password.span, salt: salt.span, iterations: iterations)
    var file = DERWriter()
    file.writeSequence { fields in
      fields.writeInteger(3)
      Self.writeData(safe.bytes, to: &fields)
      fields.writeSequence { data in
        data.writeSequence { info in
          info.writeAlgorithm(.sha256) { $0.writeNull() }
          info.writeOctetString(code)
        }
        data.writeOctetString(salt)
        data.writeInteger(iterations.value)
      }
    }
    return file.bytes
  }

  private static func writeData(_ content: [UInt8], to list: inout DERWriter) {
    list.writeSequence { info in
      info.writeOID(.data)
      info.writeExplicit(0) { $0.writeOctetString(content) }
    }
  }

  private static func writeLocked(
    _ sealed: PBES2Parameters.Sealed, to list: inout DERWriter
  ) {
    list.writeSequence { info in
      info.writeOID(.encryptedData)
      info.writeExplicit(0) { content in
        content.writeSequence { data in
          data.writeInteger(0)
          data.writeSequence { fields in
            fields.writeOID(.data)
            fields.writeRaw(sealed.algorithm)
            fields.write(.context(0), content: sealed.content)
          }
        }
      }
    }
  }
}
