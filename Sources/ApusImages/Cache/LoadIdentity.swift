/// The identity with which a loader sends a request, in addition to the fields of the request.
///
/// Requests share a download, and a value of the cache, only if their identities are equal.
public enum LoadIdentity: Hashable, Sendable {
  /// The loader adds these values, which are equal for equal identities and may be secrets.
  ///
  /// They are kept as a digest under a key of the process alone.
  case known([[UInt8]])
  /// The loader knows its credentials only when it sends: the request is neither shared nor cached.
  case unknown

  /// The loader adds no credential.
  public static let anonymous = LoadIdentity.known([])
}
