internal import ApusNames
internal import ApusTLS

/// The trust settings of a handshake: the roots, the policy, and the client's identity.
struct HandshakeTrust: Sendable {
  /// The name of the server, which may differ from the host of its URL.
  let name: CanonicalHost
  let policy: TLS.Policy
  let roots: TLS.Roots
  /// The client's identity.
  let identity: TLS.Identity?
  /// A Boolean value that indicates whether the settings contain at most one identity for the host.
  let isIdentityAlone: Bool
  /// All of these as one value, which separates connections and tickets.
  let security: TLS.SecurityIdentity
}
