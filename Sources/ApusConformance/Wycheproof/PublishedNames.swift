import ApusCrypto

/// The names that published vectors use, for those of the library.
enum PublishedNames {
  static func hash(_ name: String) -> HashAlgorithm? {
    switch name {
    case "SHA-256": .sha256
    case "SHA-384": .sha384
    case "SHA-512": .sha512
    default: nil
    }
  }

  static func curve(_ name: String) -> NamedCurve? {
    switch name {
    case "secp256r1": .p256
    case "secp384r1": .p384
    case "secp521r1": .p521
    default: nil
    }
  }
}
