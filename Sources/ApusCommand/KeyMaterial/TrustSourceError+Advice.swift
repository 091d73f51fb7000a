import ApusCrypto
import ApusSession
import ApusTLS
import ApusX509

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
