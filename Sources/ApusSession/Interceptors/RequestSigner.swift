/// Code that changes a request right before it is sent, after the lookup in the cache.
///
/// A signature covers the conditions that the cache adds, and differs from request to request. The
/// cache therefore knows the user by the signer's identity, and not by the signature.
struct RequestSigner: Sendable {
  /// The code that signs.
  typealias Work =
    nonisolated(nonsending) @Sendable (inout HTTPSession.InterceptedRequest) async throws -> Void

  /// The identity of the key that signs; nil if the program has named none.
  let identity: String?
  let sign: Work
}
