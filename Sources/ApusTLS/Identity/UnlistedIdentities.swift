extension TLS {
  /// The use of a client certificate whose issuers are not in the server's list of authorities.
  ///
  /// A server that requests a client certificate can send the names of certification authorities.
  /// One of the listed authorities SHOULD have issued a certificate of the client's chain. RFC 8446
  /// section 4.4.2.3 and RFC 5246 section 7.4.6. Some servers send incomplete lists, such as the
  /// names of roots for clients that send no intermediates, or a list of an earlier authority. A
  /// certificate discloses the identity of its owner, so a client may prefer to withhold an
  /// unlisted certificate.
  public enum UnlistedIdentities: String, Sendable, Hashable, CaseIterable {
    /// The client sends an unlisted certificate only if it has no other certificate for the server.
    case sentIfAlone
    /// If no certificate has a listed issuer, the client sends the first certificate with a
    /// suitable key.
    case sent
    /// The client never sends an unlisted certificate. If the server's list is empty, every
    /// certificate is allowed.
    case withheld
  }
}
