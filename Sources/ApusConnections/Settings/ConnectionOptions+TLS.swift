public import ApusHTTP
public import ApusTLS

extension HTTP.ConnectionOptions {
  /// The TLS versions; the ones that the session does not have are not offered.
  public var tlsVersions: Set<TLS.Version>? {
    get { tlsVersionNumbers.map { Set($0.compactMap(TLS.Version.init(rawValue:))) } }
    set { tlsVersionNumbers = newValue.map { Set($0.map(\.rawValue)) } }
  }
}
