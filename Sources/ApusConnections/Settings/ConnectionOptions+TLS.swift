public import ApusHTTP
public import ApusTLS

extension HTTP.ConnectionOptions {
  /// The TLS versions that the request's connection offers.
  ///
  /// The connection offers only versions that the session has enabled.
  public var tlsVersions: Set<TLS.Version>? {
    get { tlsVersionNumbers.map { Set($0.compactMap(TLS.Version.init(rawValue:))) } }
    set { tlsVersionNumbers = newValue.map { Set($0.map(\.rawValue)) } }
  }
}
