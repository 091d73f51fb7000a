internal import ApusAuthentication

/// The identity of a request's user that the header fields do not show to a cache.
///
/// The identity is boxed, because few requests have a hidden identity, but every request has
/// storage for it.
final class HiddenIdentity: Sendable {
  /// The session's own credential for the request.
  ///
  /// The field value of the same credential may differ from request to request.
  let answer: Authentication.Answer?
  /// The signers that sign the request after the cache, in the order of the interceptors.
  let signers: [RequestSigner]

  init(answer: Authentication.Answer?, signers: [RequestSigner] = []) {
    self.answer = answer
    self.signers = signers
  }
}
