public import ApusASN1

extension HashAlgorithm {
  /// The name of the hash function. RFC 5754 section 2.
  public var oid: OID {
    switch self {
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }

  /// The hash function of a name, if it is one of these.
  public init?(_ oid: OID) {
    switch oid {
    case .sha256: self = .sha256
    case .sha384: self = .sha384
    case .sha512: self = .sha512
    default: return nil
    }
  }
}
