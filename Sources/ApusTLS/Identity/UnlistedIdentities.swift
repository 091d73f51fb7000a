extension TLS {
  /// The treatment of a client identity that no authority in the server's list has issued.
  ///
  /// A server that requests a client certificate can send the names of certification authorities.
  /// One of the listed authorities SHOULD have issued a certificate of the client's chain. RFC 8446
  /// section 4.4.2.3 and RFC 5246 section 7.4.6. Some servers send incomplete lists, such as the
  /// names of roots for clients that send no intermediates, or a list of an earlier authority. A
  /// certificate discloses the identity of its owner, which is a reason to withhold the certificate
  /// from servers that do not expect it.
  public enum UnlistedIdentities: String, Sendable, Hashable, CaseIterable {
    /// The client sends an unlisted identity if it is the client's only identity for the server,
    /// and sends no identity otherwise.
    case sentIfAlone
    /// The client sends the first identity with a suitable key if the server's list contains an
    /// issuer of no identity.
    case sent
    /// The client sends an identity only to servers that list an issuer of the identity, or that
    /// send no list.
    case withheld
  }
}
