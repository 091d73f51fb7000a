/// The namespace of the types for DER. `OID` and `PEM` are at the top level.
public enum ASN1 {
  /// The largest depth of nested values.
  public static let depthLimit = 32
}
