/// A closure that changes a request immediately before it is sent, after the lookup in the cache.
///
/// A request signature covers the conditional fields that the cache adds, and differs from request
/// to request. Therefore, the cache identifies the user by the signer's identity instead of the
/// signature.
struct RequestSigner: Sendable {
  /// The closure that signs a request.
  typealias Work =
    nonisolated(nonsending) @Sendable (inout HTTPSession.InterceptedRequest) async throws -> Void

  /// The identity of the signing key, or `nil` if the program has named no key.
  let identity: String?
  let sign: Work
}
