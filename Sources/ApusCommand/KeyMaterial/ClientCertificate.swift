import ApusBytes
import ApusCrypto
import ApusNet
import ApusSession
import ApusTLS
import ApusX509

/// The client certificate of the command line, which a server may request in the TLS handshake.
struct ClientCertificate {
  static let options = [
    Option(
      "cert", takes: "FILE",
      "the file with the client certificate: PEM, or PKCS #12 with the private key"),
    Option(
      "key", takes: "FILE",
      "the PEM file with the client's private key; by default the file of --cert"),
  ]

  let certificate: FilePath
  /// The file with the private key, or `nil` if the file of the certificate contains the key.
  let key: FilePath?

  /// Creates the client certificate from the arguments. The result is `nil` if the arguments
  /// contain no client certificate.
  init?(_ arguments: Arguments) throws(UsageError) {
    key = try arguments.path("key")
    guard let certificate = try arguments.path("cert") else {
      guard key == nil else { throw .missingOption("cert", placeholder: "FILE") }
      return nil
    }
    self.certificate = certificate
  }

  /// Reads the client's certificates and private key from files in any supported format.
  func identity(_ password: Password) throws -> TLS.Identity {
    let chain = try Files.secret(
      of: certificate, limit: X509.PKCS12.byteLimit, mayWait: true)
    // PEM text never begins with the first two bytes of a long DER SEQUENCE.
    let isDER = chain.withBytes { $0.count > 1 && $0[0] == 0x30 && $0[1] >= 0x80 }
    do throws(TLS.IdentityError) {
      if isDER { return try Self.pkcs12(chain, password) }
    } catch {
      throw HTTPSession.TrustSourceError.identity(
        error, chain: "\(certificate)", key: "\(certificate)")
    }
    let key = try Files.secret(of: key ?? certificate, mayWait: true)
    do throws(TLS.IdentityError) {
      return try Self.pem(chain, key, password)
    } catch {
      throw HTTPSession.TrustSourceError.identity(
        error, chain: "\(certificate)", key: "\(self.key ?? certificate)")
    }
  }

  private static func pkcs12(
    _ store: borrowing SecretBytes, _ password: Password
  ) throws(TLS.IdentityError) -> TLS.Identity {
    try store.withBytes { (store) throws(TLS.IdentityError) in
      try password.withBytes { (password) throws(TLS.IdentityError) in
        try TLS.Identity(pkcs12: store, password: password)
      }
    }
  }

  private static func pem(
    _ chain: borrowing SecretBytes, _ key: borrowing SecretBytes, _ password: Password
  ) throws(TLS.IdentityError) -> TLS.Identity {
    try chain.withBytes { (chain) throws(TLS.IdentityError) in
      try key.withBytes { (key) throws(TLS.IdentityError) in
        guard password.isGiven else { return try TLS.Identity(pemChain: chain, pemKey: key) }
        return try password.withBytes { (password) throws(TLS.IdentityError) in
          try TLS.Identity(pemChain: chain, pemKey: key, password: password)
        }
      }
    }
  }
}

extension HTTPSession.TrustSourceError {
  /// The advice about an error in a file of the option `--cacert`, `--cert` or `--key`, or `nil` if
  /// no option helps.
  var advice: String? {
    switch self {
    case .noRoots: return "type --cacert FILE to trust the root certificates of a file"
    case .identity(.key(.passwordNeeded), _, _):
      return "type --password-file FILE with the password of the private key, or set APUS_PASSWORD"
    case .identity(.key(.wrongPassword), _, _): return "check the password in --password-file FILE"
    case .identity(.key(.noPrivateKey), _, _):
      return "type --key FILE with the file of the private key"
    case .identity(.keyMismatch, _, _):
      return "the files of --cert and --key must belong together: `apus cert matches KEY CERT` "
        + "compares the two files"
    case .identity(.certificate(.keyStore(.wrongPassword), _), _, _):
      return "check the password in --password-file FILE or in APUS_PASSWORD"
    default: return nil
    }
  }
}
