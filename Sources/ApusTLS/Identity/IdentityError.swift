public import ApusCrypto
public import ApusX509

extension TLS {
  /// Why a client has no identity that it could show.
  public enum IdentityError: Error, Equatable, Sendable {
    /// No certificate is there.
    case noCertificate
    /// A certificate cannot be read; the line of PEM that begins it.
    case certificate(X509Error, line: Int?)
    /// More certificates than a client can show.
    case tooManyCertificates(limit: Int)
    /// The private key cannot be read.
    case key(CryptoError)
    /// The key of the first certificate is one that no handshake is signed with.
    case unusableKey(X509Error)
    /// The private key is not that of the first certificate.
    case keyMismatch(X509.Name)
    /// A signature asked for that the key cannot make.
    case unsupportedScheme(SignatureScheme)
    /// The signature cannot be made.
    case signing(CryptoError)
  }
}

extension TLS.IdentityError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCertificate: "there is no certificate"
    case .certificate(let error, let line):
      (line.map { "line \($0): " } ?? "") + "the certificate cannot be read: \(error)"
    case .tooManyCertificates(let limit):
      "there are more than the \(limit) certificates that a client can show"
    case .key(let error): "the private key cannot be read: \(error)"
    case .unusableKey(let error): "the certificate's key cannot sign a handshake: \(error)"
    case .keyMismatch(let name):
      "the private key is not that of the certificate of \"\(name)\": "
        + "put that certificate first, or use its key"
    case .unsupportedScheme(let scheme): "the key does not sign by \(scheme)"
    case .signing(let error): "the signature cannot be made: \(error)"
    }
  }
}
