/// Code that changes a request right before it is sent, after a cache was asked about it.
///
/// A signature covers the conditions that a cache adds, and differs from request to request. So a
/// cache cannot know by the signature for whom a request is, and is given the signer's identity.
struct RequestSigner: Sendable {
  /// The code that signs.
  typealias Work =
    nonisolated(nonsending) @Sendable (inout HTTPSession.InterceptedRequest) async throws -> Void

  /// The identity of the key that signs; nil if the program has named none.
  let identity: String?
  let sign: Work
}
