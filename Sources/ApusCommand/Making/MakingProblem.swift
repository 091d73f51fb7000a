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
    case .noKey: "the key cannot be read"
    case .noTemplate(let path): "\(path) has neither a certificate nor a request"
    case .halfAuthority(let path):
      "\(path) is missing: an authority has a certificate and a key; name another folder"
    case .rejected(let reason):
      "the certificate would not be valid: \(reason); the authority is for "
        + "\(LocalNames.summary) alone"
    }
  }
}
