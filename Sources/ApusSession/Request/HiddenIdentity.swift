internal import ApusAuthentication

/// The identity of a request's user that a cache cannot read in the fields of the request.
///
/// It is boxed, because few requests have one and all of them carry the place for it.
final class HiddenIdentity: Sendable {
  /// The session's own credential for the request; the field of one credential may differ from
  /// request to request.
  let answer: Authentication.Answer?
  /// The code that signs the request once the cache has let it out, in the order of the
  /// interceptors.
  let signers: [RequestSigner]

  init(answer: Authentication.Answer?, signers: [RequestSigner] = []) {
    self.answer = answer
    self.signers = signers
  }
}
