import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509

/// A reader for the private key of a file in the format PEM, DER, PKCS #12, JKS or JCEKS.
enum PrivateKeySource {
  /// The reason that a file contains no usable private key.
  enum Problem: Error {
    case file(SystemError)
    case key(CryptoError)
    case keyStore(X509Error)
    case javaKeyStore(X509.JavaKeyStore.Problem)
  }

  static func read(
    _ path: FilePath, _ console: Console, _ reading: CertificateInput.Reading
  ) throws(Problem) -> SigningKey {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try console.contents(of: path) } catch { throw .file(error) }
    return try reading.password.withBytes { (password) throws(Problem) in
      try key(bytes, password, reading)
    }
  }

  private static func key(
    _ bytes: [UInt8], _ password: Span<UInt8>, _ reading: CertificateInput.Reading
  ) throws(Problem) -> SigningKey {
    let allowsLegacy = reading.allowsLegacyEncryption
    if X509.ObjectFacts.isJavaKeyStore(bytes.span) { return try javaKey(bytes, password) }
    if X509.ObjectFacts.isKeyStore(bytes.span) {
      do throws(X509Error) {
        return try X509.PKCS12.key(
          in: bytes.span, password: password, allowingLegacyEncryption: allowsLegacy)
      } catch {
        throw .keyStore(error)
      }
    }
    let password = reading.password.isGiven ? password : nil
    do throws(CryptoError) {
      return bytes.first == 0x30
        ? try SigningKey(
          der: bytes.span, password: password, allowingLegacyEncryption: allowsLegacy)
        : try SigningKey(
          pem: bytes.span, password: password, allowingLegacyEncryption: allowsLegacy)
    } catch {
      throw .key(error)
    }
  }

  private static func javaKey(
    _ bytes: [UInt8], _ password: Span<UInt8>
  ) throws(Problem) -> SigningKey {
    do throws(X509.JavaKeyStore.Problem) {
      let store = try X509.JavaKeyStore(bytes.span, password: password)
      guard let entry = store.entries.first(where: { $0.hasKey }) else { throw .noKey }
      return try store.key(of: entry, password: password)
    } catch {
      throw .javaKeyStore(error)
    }
  }
}

extension PrivateKeySource.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .key(let error): "\(error)"
    case .keyStore(let error): "\(error)"
    case .javaKeyStore(let error): "\(error)"
    }
  }
}
