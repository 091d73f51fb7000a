import ApusASN1
import ApusBytes
import ApusX509

/// Files that hold certificates among other things.
extension ObjectFacts {
  /// Reads a message of PKCS #7, whose certificates and lists are taken out.
  init(message der: [UInt8], at moment: UnixTime) {
    self.init(.message)
    do throws(ASN1Error) {
      let message = try X509.PKCS7(der.span)
      let type = message.contentType
      add("content", "contentType", .text(type.name ?? "\(type)"))
      certificates = message.certificates
      lists = message.lists.map { ObjectFacts(revocationList: $0, at: moment) }
      add("certificates", "certificateCount", .number(Int64(certificates.count)))
      add("lists", "revocationListCount", .number(Int64(lists.count)))
      add("signers", "signerCount", .number(Int64(message.signerCount)))
    } catch {
      fail("\(error)")
    }
  }

  /// Reads a file of PKCS #12, as far as a password opens it.
  init(keyStore der: Span<UInt8>, _ password: Password) {
    self.init(.keyStore)
    do throws(X509Error) {
      let store = try password.withBytes { (bytes) throws(X509Error) in
        try X509.PKCS12(der, password: bytes, allowingSmallModulus: true)
      }
      certificates = store.certificates.map(\.der)
      let key = store.takeKey().publicKey.spki
      addKey(try X509.PublicKey(der: key.span))
      add("certificates", "certificateCount", .number(Int64(certificates.count)))
    } catch .keyStore(.noKey) {
      password.withBytes { readTrustStore(der, $0) }
    } catch .keyStore(.noCode) {
      readTrustStore(der, nil)
    } catch .keyStore(.wrongPassword) where !password.isGiven {
      let reason = "a password locks it: type --password-file FILE, or set APUS_PASSWORD"
      obstacle = Obstacle(code: .locked, reason: reason)
    } catch {
      fail("\(error)")
    }
  }

  /// Takes the certificates out of a file of PKCS #12 without a key.
  private mutating func readTrustStore(_ der: Span<UInt8>, _ password: Span<UInt8>?) {
    do throws(X509Error) {
      certificates = try X509.PKCS12.certificates(in: der, password: password).map(\.der)
      add("certificates", "certificateCount", .number(Int64(certificates.count)))
    } catch .keyStore(.passwordNeeded) {
      // What is locked has no code that a password could be held against.
      fail("\(X509Error.keyStore(.noCode))")
    } catch {
      fail("\(error)")
    }
  }

  /// Reads a key store of Java in the form JKS or JCEKS; its keys stay locked.
  init(javaKeyStore bytes: Span<UInt8>, _ password: Password) {
    self.init(.keyStore)
    do {
      let store =
        try password.isGiven
        ? password.withBytes { try X509.JavaKeyStore(bytes, password: $0) }
        : X509.JavaKeyStore(bytes, password: nil)
      certificates = store.entries.flatMap { $0.certificates.map(\.der) }
      add("certificates", "certificateCount", .number(Int64(certificates.count)))
    } catch {
      fail("\(error)")
    }
  }
}
