public import ApusNames

extension X509 {
  /// Why a certificate is not that of a server's host.
  public enum NameFault: Error, Equatable, Sendable {
    /// How many of a certificate's names are kept.
    public static let nameLimit = 64

    /// Why a name that matches a host may not.
    public enum Objection: Hashable, Sendable {
      /// A wildcard stands for all domains below a public suffix.
      case suffix
      /// The name has an underscore, which the profile does not have in host names.
      case underscore
    }

    /// The names cannot be read.
    case unreadable(X509Error)
    /// The certificate names neither hosts nor addresses, except in a common name perhaps.
    case noNames(CanonicalHost, commonName: Text?)
    /// None of the certificate's names is the host: the first of them, and how many more.
    case otherNames(CanonicalHost, presented: [GeneralName], omittedCount: Int)
    /// A name matches, and is not allowed to.
    case refused(CanonicalHost, String, Objection)
  }
}

extension X509.NameFault {
  /// Where the rule stands.
  public var section: String {
    switch self {
    case .unreadable, .refused(_, _, .underscore): "RFC 5280 section 4.2.1.6"
    case .noNames: "RFC 9525 section 6.2"
    case .otherNames(let host, _, _):
      host.isIPAddress ? "RFC 9525 section 6.4" : "RFC 9525 section 6.3"
    case .refused(_, _, .suffix): "CA/Browser Forum Baseline Requirements 3.2.2.6"
    }
  }

  /// A hint how to repair it, where there is one.
  public var hint: String? {
    switch self {
    case .noNames(_, commonName: .some):
      "have a certificate issued with a subject alternative name; common names do not count"
    case .noNames(_, commonName: nil):
      "have a certificate issued with a subject alternative name"
    case .otherNames(let host, _, _):
      "ask for a name that the server has, or have a certificate issued for \(host)"
    case .refused(_, _, .suffix): "have a certificate issued for each name"
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
      "names no hosts, so it is not for \(host)"
        + (commonName.map { "; its common name is \"\($0)\"" } ?? "")
    case .otherNames(let host, let presented, let omittedCount):
      "is not for \(host), but for "
        + presented.map { "\($0)" }.joined(separator: ", ")
        + (omittedCount > 0 ? " and \(omittedCount) more" : "")
    case .refused(let host, let name, .suffix):
      "\(X509.brief(name)) stands for every domain below a public suffix, \(host) among them"
    case .refused(_, let name, .underscore): "\(X509.brief(name)) is not a host name"
    }
  }
}
