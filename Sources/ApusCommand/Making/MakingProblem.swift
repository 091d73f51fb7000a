/// The reason that the tool does not make a certificate request or a certificate.
enum MakingProblem: Error, Equatable {
  /// The private key could not be read, and the reason has already been printed.
  case noKey
  /// The template file contains neither a certificate nor a certificate request.
  case noTemplate(String)
  /// The folder of the authority contains a certificate without its key or a key without its
  /// certificate.
  case halfAuthority(missing: String)
  /// The authority cannot issue the certificate, for the given reason.
  case rejected(String)
}

extension MakingProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .noKey: "the private key cannot be read"
    case .noTemplate(let path):
      "the template \(path) contains neither a certificate nor a certificate request"
    case .halfAuthority(let path):
      "the file \(path) of the authority is missing: restore the file, or name another folder"
    case .rejected(let reason):
      "the new certificate would not be valid: \(reason); the local authority can only "
        + "issue certificates for \(LocalNames.summary)"
    }
  }
}
