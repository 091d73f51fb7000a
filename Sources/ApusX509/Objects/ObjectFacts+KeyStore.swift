internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

/// The facts of objects that contain certificates: key stores and PKCS #7 messages.
extension X509.ObjectFacts {
  /// Reads a PKCS #7 message with its certificates and revocation lists. RFC 5652 section 3.
  init(message der: [UInt8], at moment: UnixTime) {
    self.init(.message)
    do throws(ASN1Error) {
      let message = try X509.PKCS7(der.span)
      let type = message.contentType
      add("content", "contentType", .text(type.name ?? "\(type)"))
      certificates = message.certificates
      lists = message.lists.map { X509.ObjectFacts(revocationList: $0, at: moment) }
      addCertificateCount()
      add("lists", "revocationListCount", .number(Int64(lists.count)))
      add("signers", "signerCount", .number(Int64(message.signerCount)))
    } catch {
      problem = .malformed(error)
    }
  }

  /// Reads a PKCS #12 file as far as the password allows. RFC 7292 section 4.
  init(keyStore der: Span<UInt8>, _ options: ReadingOptions, _ password: Span<UInt8>?) {
    self.init(.keyStore)
    add("form", "form", .text("PKCS #12"))
    guard let password else {
      // Some PKCS #12 files are encrypted with the empty password.
      let empty: [UInt8] = []
      readKeyStore(der, options, empty.span)
      if case .object(.keyStore(.wrongPassword)) = problem { problem = .passwordNeeded }
      return
    }
    readKeyStore(der, options, password)
  }

  /// Reads a PKCS #12 file that contains a key and certificates, or only certificates. RFC 7292
  /// section 4.
  private mutating func readKeyStore(
    _ der: Span<UInt8>, _ options: ReadingOptions, _ password: Span<UInt8>
  ) {
    do throws(X509Error) {
      let store = try X509.PKCS12(
        der, password: password, allowingSmallModulus: true,
        allowingLegacyEncryption: options.allowsLegacyEncryption)
      certificates = store.certificates.map(\.der)
      let key = store.takeKey().publicKey.spki
      addKey(try X509.PublicKey(der: key.span))
      addCertificateCount()
    } catch .keyStore(.noKey) {
      readTrustStore(der, options, password)
    } catch .keyStore(.noCode) {
      readTrustStore(der, options, nil)
    } catch {
      problem = .object(error)
    }
  }

  /// Reads the certificates of a PKCS #12 file that contains no key. RFC 7292 section 4.
  private mutating func readTrustStore(
    _ der: Span<UInt8>, _ options: ReadingOptions, _ password: Span<UInt8>?
  ) {
    do throws(X509Error) {
      certificates = try X509.PKCS12.certificates(
        in: der, password: password,
        allowingLegacyEncryption: options.allowsLegacyEncryption
      ).map { $0.der }
      addCertificateCount()
    } catch .keyStore(.passwordNeeded) {
      // The password of a PKCS #12 file cannot be checked without an authentication code.
      problem = .object(.keyStore(.noCode))
    } catch {
      problem = .object(error)
    }
  }

  /// Reads a Java key store in the format JKS or JCEKS. The private keys of the key store are not
  /// decrypted.
  init(javaKeyStore bytes: Span<UInt8>, password: Span<UInt8>?) {
    self.init(.keyStore)
    do throws(X509.JavaKeyStore.Problem) {
      let store = try X509.JavaKeyStore(bytes, password: password)
      add("form", "form", .text(store.form == .jks ? "JKS" : "JCEKS"))
      certificates = store.entries.flatMap { $0.certificates.map(\.der) }
      addCertificateCount()
    } catch {
      problem = .javaKeyStore(error)
    }
  }
}
