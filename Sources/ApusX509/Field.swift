extension X509 {
  /// The field of a certificate or of a related structure to which an X.509 error refers.
  public enum Field: Hashable, Sendable {
    case certificate, version, serialNumber, signatureAlgorithm, issuer, validity, subject
    case publicKey, issuerUniqueID, subjectUniqueID, extensions, signature, trustSettings
    case request, attributes
    case revocationList, listTimes, revokedCertificates, listNumber, issuingDistributionPoint
    case ocspResponse, ocspResponder, ocspAnswers
    /// The value of a certificate extension of the given kind.
    case value(Extension.Kind)
  }
}

extension X509.Field: CustomStringConvertible {
  public var description: String {
    switch self {
    case .certificate: "the certificate"
    case .version: "the version"
    case .serialNumber: "the serial number"
    case .signatureAlgorithm: "the signature algorithm"
    case .issuer: "the issuer"
    case .validity: "the validity"
    case .subject: "the subject"
    case .publicKey: "the public key"
    case .issuerUniqueID: "the issuer's unique identifier"
    case .subjectUniqueID: "the subject's unique identifier"
    case .extensions: "the extensions"
    case .signature: "the signature"
    case .trustSettings: "the trust settings after the certificate"
    case .request: "the request"
    case .attributes: "the attributes"
    case .revocationList: "the revocation list"
    case .listTimes: "the times of the list"
    case .revokedCertificates: "the revoked certificates"
    case .listNumber: "the number of the list"
    case .issuingDistributionPoint: "the extension issuingDistributionPoint"
    case .ocspResponse: "the OCSP response"
    case .ocspResponder: "the OCSP responder"
    case .ocspAnswers: "the single responses of the OCSP response"
    case .value(let kind): "the extension \(kind)"
    }
  }
}
