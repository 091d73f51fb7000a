extension TLS {
  /// What of the pinned certificates a server must show: SP-01.
  ///
  /// Rules about hosts, by the hashes of keys, stand beside it and hold in every mode.
  public enum Pinning: Int, Sendable, Hashable, CaseIterable {
    /// Nothing; pinned certificates mean nothing then.
    case none = 0
    /// The key of a certificate in the path that was judged.
    case publicKey = 1
    /// A path that ends in a pinned certificate, be it that of the server, of an authority or a
    /// root.
    case certificate = 2
  }
}
