internal import ApusASN1

extension X509.Certificate {
  /// Reads the certificate of a text of PEM, which must hold exactly one.
  public init(pem text: String) throws(X509Error) {
    let bundle = X509.Bundle(Array(text.utf8))
    if let problem = bundle.problems.first { throw problem.error }
    guard bundle.entries.count == 1 else { throw .tooMany(.certificate, limit: 1) }
    self = try bundle.certificate(at: 0)
  }

  /// The certificate as PEM.
  public var pem: String { PEM.encode(der, as: .certificate) }
}
