internal import ApusNames
internal import ApusTLS

/// The trust settings of a handshake: the root certificates, the policy, and the client's identity.
struct HandshakeTrust: Sendable {
  /// The name of the server, which may differ from the host of the URL.
  let name: CanonicalHost
  let policy: TLS.Policy
  let roots: TLS.Roots
  /// The client's identity. The value is `nil` if the client has no identity for the host.
  let identity: TLS.Identity?
  /// A Boolean value that indicates whether the settings contain at most one identity for the host.
  let isIdentityAlone: Bool
  /// The trust settings as one value, which separates the connections and session tickets of
  /// different settings.
  let security: TLS.SecurityIdentity
}
