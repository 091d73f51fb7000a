/// The credentials that a loader adds to a request, in addition to the credentials in the request's
/// fields.
///
/// Two requests share a download or a cached value only if their identities are equal.
public enum LoadIdentity: Hashable, Sendable {
  /// The loader adds credentials that these values identify. Equal identities have equal values,
  /// and the values may be secrets.
  ///
  /// The downloader stores only a digest of the values, with a key that only this process has.
  case known([[UInt8]])
  /// The loader determines its credentials only when it sends the request. The request is neither
  /// shared nor cached.
  case unknown

  /// The identity of a loader that adds no credentials.
  public static let anonymous = LoadIdentity.known([])
}
