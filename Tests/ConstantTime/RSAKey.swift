import ApusBytes
import ApusCrypto

/// A key of 2048 bits, made only for this test, as PKCS#1.
enum RSAKey {
  /// Returns the key; each of its secret numbers is hidden.
  static func hidden() throws -> RSA.PrivateKey {
    let der = try Base64.decode(base64)
    let key = try PKCS1.PrivateKey(der.indices, in: der.span)
    func secret(_ range: Range<Int>) -> [UInt8] { Secret.hidden(Array(der[range])) }
    let (n, e) = (Array(der[key.modulus]), Array(der[key.publicExponent]))
    let (d, p, q) = (secret(key.privateExponent), secret(key.prime1), secret(key.prime2))
    let (dP, dQ) = (secret(key.exponent1), secret(key.exponent2))
    let coefficient = secret(key.coefficient)
    return try RSA.PrivateKey(
      modulus: n.span, publicExponent: e.span, privateExponent: d.span, prime1: p.span,
      prime2: q.span, exponent1: dP.span, exponent2: dQ.span, coefficient: coefficient.span)
  }

  private static let base64 =
    "MIIEowIBAAKCAQEAuRE6+0eoEiaaWXG8Hbw/Oz+1i42G1w7QV0IBsb2H+y5nHSgdibpF+OQLnHifYT7hpuDh"
    + "lWmO5l/sxFRufKv53XI4EDXDfCoourWYDvpaYlhpttVb8McLpd0r1TxRrBJr+yfXlOM1tlqNHrHZiPy8KjKT"
    + "Q1XR3J4cjSyGxcVvrxZKtAn+Rmrpk/sXbZ8p9WL4RDuByrgOHCB9r01oyQr5ZUDjw17k3Iw4B7TuAJ4VNuv5"
    + "FA5v3Aym4bZCBWFpqBsyadYh0/fTYgzbuXjT2NsfgsmcAZ0SHkTz3yhex0fUwbd2Leo8vg4pnDhtGRbU2h8Q"
    + "wWlP9zFUqLBcjMy2wCxhDQIDAQABAoIBAA+Rg1Xeg3qHadD1cD72IOxHN0ABTLhsZBq7EEZsrHL1G90y4eKT"
    + "W3iNF+xL+hMQWvjoDmy8dQuB7U/fecNIz7ERKeXfMqM62V305yZMvuwVW6Cdq+mCQm4Wati6MCAFarUK9yfs"
    + "weN7FEe37BYJ4NBnRxvRLTbdzDFqGf+q1Mg0jL7Nurk6hMxrDPRUiUquGBjy64GY/K38nb4Qovul8UfPG+hY"
    + "mjedYUYAn5gNZgYjuXY6Pz5d223XXnKaiEj24z6F8Hb6CF6fBLwPksoI+zKLMkjdomsNbJO8rgrLTJi2t1uV"
    + "upNLfW6FVxSVnea89j+mV2XEX6LxsWpsrVnyhacCgYEA2e20Qp0Fhl5FBh/Qe3IhpoqCFMVn0NPFYuDU+t7b"
    + "HZ3y38KlheCCp5F3voJH6yZE8kUQHh7RacBKsRxWpxHFKBjIxvz+Ps4FZSYuR9UuZ9EudLIX2UBZveikmjaQ"
    + "ueL8h/wM/K2UvquJWZf5cJ1t9YS3ZeRMVZCmr/pYI1TtzasCgYEA2WXkXMpoRd++v71poJSCw2ML0V9HuqIb"
    + "fKCfRvNwRh/mFeu6RAzffgZyC+a0q4ei835/ZHpWjzOhvdBFL/agBBNJOYTw7XJC2gK+Dye910yEC4RN8cRt"
    + "CvUSMSsnxHKOAnr2mopcfIPaPWowuW9tebfLvMOuNV5a3viXTbsSJCcCgYBWpY0bQyU0NH0LH1EcE9fPSJjJ"
    + "u2c4f0qmsq/bgwnpr6gmUVTQcuBf0ZWjmFcR5qhZDx6Ga0hl3H+WBadqS8Vw2NHTVDmeLPm2KsUR6G/H9UKc"
    + "QUb8KPrFaB8x9Wn7joVLZ+qd+EIAwWEdzy/tF5rlmDv29htnldjAdS/f9F+MewKBgEU6w1whQM9vjwj0QpzW"
    + "bkXWVr8X/nmagfJQHCi2ATzzj4vPg4OELe+uEcdkcohlKykrUVon80SrBoixuDar7Q0fLyRYB3k198ABO5EL"
    + "8NKNFUetnDyvdqIUpPRvb7yJVlvH2JwiD42/V1JTbKzApTYrp3+3ONTZ9UooE9a3CfHlAoGBAKuBeVN2Kfp8"
    + "xobgeKXmDOs3cHIhwtMfdnGDPhvj9tpiUQzk9dF1aCFM4ueZypkIqZ2KyggV2H1qk7VCR449JU3z1ijqgg1+"
    + "oziU5fKWSRJtCBDrL7yrCwv4qPfUTl/QO63L8pfcfErrMmBxYnVmhoAUQUBrvPfqR1/4X4u9LGzQ"
}
