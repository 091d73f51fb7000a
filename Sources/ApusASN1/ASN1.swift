/// What the readers, the writer and the dump of DER share; `OID` and `PEM` stand beside it.
public enum ASN1 {
  /// How many levels deep a value may nest before it is refused.
  public static let depthLimit = 32
}
