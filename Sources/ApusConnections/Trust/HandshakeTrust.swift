internal import ApusNames
internal import ApusTLS

/// The trust settings of a TLS handshake: the root certificates, the policy, and the client's
/// identity.
struct HandshakeTrust: Sendable {
  /// The expected name in the server's certificate, which may differ from the host of the URL.
  let name: CanonicalHost
  let policy: TLS.Policy
  let roots: TLS.Roots
  /// The client's certificate and key. The value is `nil` if the client has none for the host.
  let identity: TLS.Identity?
  /// A Boolean value that indicates whether the settings contain at most one client certificate for
  /// the host.
  let isIdentityAlone: Bool
  /// The trust settings as one comparable value. Connections and session tickets are never shared
  /// between different trust settings.
  let security: TLS.SecurityIdentity
}
