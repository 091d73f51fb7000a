internal import ApusAuthentication

/// The facts that identify the user of a request and that its header fields do not show to the
/// cache.
///
/// The facts are stored in a separate object, because few requests have them.
final class HiddenIdentity: Sendable {
  /// The session's own credential for the request.
  ///
  /// The `Authorization` value of the same credential may differ from request to request.
  let answer: Authentication.Answer?
  /// The signers that sign the request after the cache lookup, in the order of the interceptors.
  let signers: [RequestSigner]

  init(answer: Authentication.Answer?, signers: [RequestSigner] = []) {
    self.answer = answer
    self.signers = signers
  }
}
