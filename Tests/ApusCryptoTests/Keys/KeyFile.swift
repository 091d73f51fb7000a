import ApusASN1
import ApusBytes
import ApusCrypto

/// Keys made for these tests by `openssl genpkey`, `genrsa`, `ecparam` and `pkcs8 -topk8` of
/// OpenSSL 3.0; they are used for no other purpose. The RSA key is as short as possible there.
enum KeyFile {
  /// PKCS #1.
  static let pkcs1 = """
    -----BEGIN RSA PRIVATE KEY-----
    MIIBOgIBAAJBALbgoSOyrocQSLbWq1Kq1gja74k2RmGfFmOaZEMrORobw1BQzpay
    5vyubn2m0uM46UiisXfbZLWtEAszH7qwcXUCAwEAAQJAGOecaj0iMXiRPn0blcV4
    InqWVmxSx2af6O6UquUPALP+Jw7pe5XQCx7Kyd/1IxnuwiggAmCdzRWaTGACg1A3
    XQIhAOaL7UZis87crCJZMoiDzy3MzhFUohokAQ4tChRMehDTAiEAyxFm7gs6kNO3
    NOsYN1qXmevmdj7MohdEl6dPBlgiR5cCIEWD8aKkhlUcouakgKE7JVBJDeWZ4FsD
    ejH9EKn4OWIzAiEAps/oyesXdRk2CpaFEhOtLZgHfWMhHpYWlq2t0PxdTIkCIA7R
    mlVF7srypQUcK/5Fsh8O5mQOzuEv+hoov4oNBg9k
    -----END RSA PRIVATE KEY-----
    """

  /// The same key in PKCS #8.
  static let rsa = """
    -----BEGIN PRIVATE KEY-----
    MIIBVAIBADANBgkqhkiG9w0BAQEFAASCAT4wggE6AgEAAkEAtuChI7KuhxBIttar
    UqrWCNrviTZGYZ8WY5pkQys5GhvDUFDOlrLm/K5ufabS4zjpSKKxd9tkta0QCzMf
    urBxdQIDAQABAkAY55xqPSIxeJE+fRuVxXgiepZWbFLHZp/o7pSq5Q8As/4nDul7
    ldALHsrJ3/UjGe7CKCACYJ3NFZpMYAKDUDddAiEA5ovtRmKzztysIlkyiIPPLczO
    EVSiGiQBDi0KFEx6ENMCIQDLEWbuCzqQ07c06xg3WpeZ6+Z2PsyiF0SXp08GWCJH
    lwIgRYPxoqSGVRyi5qSAoTslUEkN5ZngWwN6Mf0Qqfg5YjMCIQCmz+jJ6xd1GTYK
    loUSE60tmAd9YyEelhaWra3Q/F1MiQIgDtGaVUXuyvKlBRwr/kWyHw7mZA7O4S/6
    Gii/ig0GD2Q=
    -----END PRIVATE KEY-----
    """

  /// Its public key.
  static let rsaPublic = """
    -----BEGIN PUBLIC KEY-----
    MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBALbgoSOyrocQSLbWq1Kq1gja74k2RmGf
    FmOaZEMrORobw1BQzpay5vyubn2m0uM46UiisXfbZLWtEAszH7qwcXUCAwEAAQ==
    -----END PUBLIC KEY-----
    """

  /// SEC 1 of P-256, after its parameters.
  static let sec1 = """
    -----BEGIN EC PARAMETERS-----
    BggqhkjOPQMBBw==
    -----END EC PARAMETERS-----
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIFwGZAWckM5TYBaFG8CbROxtJBxHv580vjPBAOCVQeAJoAoGCCqGSM49
    AwEHoUQDQgAE68RSUiBfngdpIeO17ahZu9j/q72XxN4uej2RSXB5Q0nXGNUJfTAE
    wrT8veoT/DfSkuhC2fAjU1B9HydIsQY8fA==
    -----END EC PRIVATE KEY-----
    """

  /// The same key in PKCS #8.
  static let p256 = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXAZkBZyQzlNgFoUb
    wJtE7G0kHEe/nzS+M8EA4JVB4AmhRANCAATrxFJSIF+eB2kh47XtqFm72P+rvZfE
    3i56PZFJcHlDSdcY1Ql9MATCtPy96hP8N9KS6ELZ8CNTUH0fJ0ixBjx8
    -----END PRIVATE KEY-----
    """

  /// Its public key.
  static let p256Public = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE68RSUiBfngdpIeO17ahZu9j/q72X
    xN4uej2RSXB5Q0nXGNUJfTAEwrT8veoT/DfSkuhC2fAjU1B9HydIsQY8fA==
    -----END PUBLIC KEY-----
    """

  /// A public key of P-384.
  static let p384Public = """
    -----BEGIN PUBLIC KEY-----
    MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE9gtM9VR1/I98Wh4OHZzNQgJfh214qYiN
    SFdr75CPrllBLR0lOSDX+hGjsa8cTdz/XPQd1aJ49C2jiiFqKPEHvgJ6GNz8K5DX
    FgJDV7QrthqYp5ZtmVYXYMzJLkw9Ix0q
    -----END PUBLIC KEY-----
    """

  /// PKCS #8 of Ed25519.
  static let ed25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIC4juAVeeiq5SIns1yT/rGCblIXiAN522z8WfA6a22NX
    -----END PRIVATE KEY-----
    """

  /// Its public key.
  static let ed25519Public = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA6+lChM/fzDtIbfGtj5f8noncm5TZngDEmSNy0d97I48=
    -----END PUBLIC KEY-----
    """

  /// PKCS #8 of X25519.
  static let x25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VuBCIEIFg+lgWAEZ97L6QRnfu2U+gB/8StHx2VM7l4qgxa/alf
    -----END PRIVATE KEY-----
    """

  /// The Ed25519 key, encrypted with HMAC-SHA-256, 2048 iterations and AES-256.
  static let lockedSHA256 = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhWzntL76e1+wICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEG6/AS3JfUP8JvS9nvSXXaEEQLFc
    4u34qjqfQOus/veYCdSBdDLTLU4s2a7b3vBDzuxD5Mm9jU/oaUZglV6nai0BXRPA
    6Uf7Xk/62RNLTC9lPdw=
    -----END ENCRYPTED PRIVATE KEY-----
    """

  /// The Ed25519 key, encrypted with HMAC-SHA-1, 1000 iterations and AES-128.
  static let lockedSHA1 = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIGNMEkGCSqGSIb3DQEFDTA8MBsGCSqGSIb3DQEFDDAOBAhE5wo1DQx0+QICA+gw
    HQYJYIZIAWUDBAECBBAVk4b4iP+P9MeJDrD+5P0rBECfaRDOBzVIB5f2OyLs92v4
    Ak6k97q8z7D7PNguSzYJ5eB/zxGZGfDiwPc56SXNoWvmwQ5tvPigzxHVf6NNCIhI
    -----END ENCRYPTED PRIVATE KEY-----
    """

  /// The DER of the last section of a text.
  static func der(_ text: String) throws -> [UInt8] {
    let text = Array(text.utf8)
    return try PEM.sections(of: text.span).last?.bytes(in: text.span) ?? []
  }

  /// A range of DER in hexadecimal.
  static func hex(_ range: Range<Int>?, of der: [UInt8]) -> String {
    range.map { Hex.encode(Array(der[$0])) } ?? "none"
  }

  /// Returns the output of a writer.
  static func der(_ body: (inout DERWriter) -> Void) -> [UInt8] {
    var writer = DERWriter()
    body(&writer)
    return writer.bytes
  }

  /// Checks that truncations are rejected, and that no change of a byte traps.
  static func fuzz(_ der: [UInt8], _ read: (Span<UInt8>) throws -> Void) -> Bool {
    for end in der.indices where (try? read(der.span.extracting(0..<end))) != nil { return false }
    var changed = der
    for index in der.indices {
      for change: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff] {
        changed[index] ^= change
        try? read(changed.span)
        changed[index] ^= change
      }
    }
    return true
  }
}
