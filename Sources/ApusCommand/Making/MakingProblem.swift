/// The reason that a request or a certificate is not made.
enum MakingProblem: Error, Equatable {
  /// The key was not read, and the reason has been printed.
  case noKey
  /// The file of a template has neither a certificate nor a request.
  case noTemplate(String)
  /// The authority has a certificate without its key, or a key without its certificate.
  case halfAuthority(missing: String)
  /// The certificate is not valid under its authority; the reason in words.
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
