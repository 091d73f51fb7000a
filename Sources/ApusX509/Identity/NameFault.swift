public import ApusNames

extension X509 {
  /// The reason a certificate is not valid for the host of a server.
  public enum NameFault: Error, Equatable, Sendable {
    /// The maximum number of the certificate's names in an error.
    public static let nameLimit = 64

    /// The reason a certificate's host name is rejected although it matches the requested host.
    public enum Objection: Hashable, Sendable {
      /// The wildcard in the certificate matches all domains below a public suffix.
      case suffix
      /// The host name in the certificate has an underscore, which the profile forbids.
      case underscore
    }

    /// The names of the certificate cannot be read.
    case unreadable(X509Error)
    /// The certificate has neither a host name nor an address, except possibly a common name.
    case noNames(CanonicalHost, commonName: Text?)
    /// None of the certificate's names is the requested host. The error contains the first names of
    /// the certificate and the number of the omitted names.
    case otherNames(CanonicalHost, presented: [GeneralName], omittedCount: Int)
    /// A name of the certificate matches the requested host but is not allowed.
    case refused(CanonicalHost, String, Objection)
  }
}

extension X509.NameFault {
  /// The section of the RFC that defines the violated rule.
  public var section: String {
    switch self {
    case .unreadable, .refused(_, _, .underscore): "RFC 5280 section 4.2.1.6"
    case .noNames: "RFC 9525 section 6.2"
    case .otherNames(let host, _, _):
      host.isIPAddress ? "RFC 9525 section 6.4" : "RFC 9525 section 6.3"
    case .refused(_, _, .suffix): "CA/Browser Forum Baseline Requirements 3.2.2.6"
    }
  }

  /// A hint at the remedy for the error, or `nil` if no remedy is known.
  public var hint: String? {
    switch self {
    case .noNames(_, commonName: .some):
      "request a certificate with a subject alternative name; clients ignore the common name"
    case .noNames(_, commonName: nil):
      "request a certificate with a subject alternative name"
    case .otherNames(let host, _, _):
      "connect to a name of the server's certificate, or request a certificate for \(host)"
    case .refused(_, _, .suffix): "request a certificate that lists each name"
    case .refused(_, _, .underscore): "give the host a name without an underscore"
    case .unreadable: nil
    }
  }
}

extension X509.NameFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .noNames(let host, let commonName):
      "the certificate contains no host names, so the certificate is not valid for \(host)"
        + (commonName.map { "; the common name is \"\($0)\"" } ?? "")
    case .otherNames(let host, let presented, let omittedCount):
      "the certificate is not valid for \(host), but for "
        + presented.map { "\($0)" }.joined(separator: ", ")
        + (omittedCount > 0 ? " and \(omittedCount) more" : "")
    case .refused(let host, let name, .suffix):
      "the wildcard \(X509.brief(name)) matches every domain below a public suffix, "
        + "including \(host)"
    case .refused(_, let name, .underscore):
      "the name \(X509.brief(name)) in the certificate is not a valid host name"
    }
  }
}
