@_exported public import ApusBytes

/// The namespace of the types for DER. The types `OID` and `PEM` are outside the namespace.
public enum ASN1 {
  /// The maximum depth of nested DER values.
  public static let depthLimit = 32
}
