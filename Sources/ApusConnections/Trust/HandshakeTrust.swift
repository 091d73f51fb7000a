internal import ApusNames
internal import ApusTLS

/// By what a handshake judges a server: its roots and policy, and who the client is.
struct HandshakeTrust: Sendable {
  /// What the server is called, which may not be the host of its URL.
  let name: CanonicalHost
  let policy: TLS.Policy
  let roots: TLS.Roots
  /// Who the client is.
  let identity: TLS.Identity?
  /// A Boolean value that indicates whether the settings name one identity at most for the host.
  let isIdentityAlone: Bool
  /// All of these as one value, by which connections and tickets are kept apart.
  let security: TLS.SecurityIdentity
}
