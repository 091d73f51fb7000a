/// DER, PEM and object identifiers; what follows nests here.
public enum ASN1 {
  /// How many levels deep a value may nest before it is refused.
  public static let depthLimit = 32
}
