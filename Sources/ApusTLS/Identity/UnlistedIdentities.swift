extension TLS {
  /// The treatment of a client identity that no authority in the server's list has issued.
  ///
  /// A server that requests a certificate can send the names of authorities. One of them SHOULD
  /// have issued a certificate of the client's chain: RFC 8446 section 4.4.2.3 and RFC 5246 section
  /// 7.4.6. Servers also send incomplete lists, such as the names of roots for clients that send no
  /// intermediates, or a list of an earlier authority. A certificate discloses the identity of its
  /// owner, which is a reason to withhold it from servers that do not expect it.
  public enum UnlistedIdentities: String, Sendable, Hashable, CaseIterable {
    /// Sends the identity if it is the only one for the server, and withholds it otherwise.
    case sentIfAlone
    /// Sends the first identity with a suitable key if none is listed.
    case sent
    /// Sends identities only to servers that list one of their issuers, or that send no list.
    case withheld
  }
}
