/// The limits of a host name in its wire form.
public enum DomainName {
  /// The longest label, in bytes. RFC 1035 section 2.3.4.
  public static let labelLimit = 63
  /// The longest name, in bytes, without the trailing dot. RFC 1035 section 2.3.4.
  public static let limit = 253
}
