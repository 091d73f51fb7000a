import ApusASN1
import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509
import TestSupport
import Testing

/// Keys and files of PKCS #12 from the tests of pyca's cryptography, read here and there.
@Suite(.enabled(if: PeerPython().isExpected(with: "cryptography_vectors"), "it is not installed"))
struct PeerKeysTests {
  /// Files that one side reads and the other does not.
  private static let deviations: [String] = [
    // A private key of DSA, Diffie-Hellman, Ed448, X448, ML-DSA or ML-KEM, which are not supported.
    "DER_Serialization/dsa.1024.der", "DER_Serialization/dsa.2048.der",
    "DER_Serialization/dsa.3072.der", "DER_Serialization/unenc-dsa-pkcs8.der", "DH/dhkey.der",
    "DH/dhkey.pem", "DH/dhkey_rfc5114_2.der", "DH/dhkey_rfc5114_2.pem", "custom/nilpotent.pem",
    "Ed448/ed448-pkcs8-enc.der", "Ed448/ed448-pkcs8-enc.pem", "Ed448/ed448-pkcs8.der",
    "Ed448/ed448-pkcs8.pem", "MLDSA/mldsa44_priv.der", "MLKEM/mlkem768.der",
    "MLKEM/mlkem768.pem", "PEM_Serialization/dsa_4096.pem", "PKCS8/unenc-dsa-pkcs8.pem",
    "Traditional_OpenSSL_Serialization/dsa.1024.pem",
    "Traditional_OpenSSL_Serialization/dsa.2048.pem",
    "Traditional_OpenSSL_Serialization/dsa.3072.pem", "X448/x448-pkcs8-enc.der",
    "X448/x448-pkcs8-enc.pem", "X448/x448-pkcs8.der", "X448/x448-pkcs8.pem",
    // A curve that is given by its numbers and not by its name: RFC 5480 section 2.1.1 forbids it.
    "EC/secp256r1-explicit-no-seed.pem", "EC/secp256r1-explicit-seed.pem",
    "EC/secp256r1-pub-explicit-no-seed.pem", "EC/secp256r1-pub-explicit-seed.pem",
    "EC/secp384r1-explicit-no-seed.pem", "EC/secp384r1-explicit-seed.pem",
    "EC/secp384r1-pub-explicit-no-seed.pem", "EC/secp384r1-pub-explicit-seed.pem",
    "EC/secp521r1-explicit-no-seed.pem", "EC/secp521r1-explicit-seed.pem",
    "EC/secp521r1-pub-explicit-no-seed.pem", "EC/secp521r1-pub-explicit-seed.pem",
    // A key that is encrypted by the headers of RFC 1421, or with RC4, RC2 of PBES2 or SHA-224.
    "PEM_Serialization/dsa_private_key.pem", "PEM_Serialization/ec_private_key_encrypted.pem",
    "PEM_Serialization/rsa_private_key.pem", "Traditional_OpenSSL_Serialization/key1.pem",
    "Traditional_OpenSSL_Serialization/testrsa-encrypted.pem", "PKCS8/enc-ec-sha1-128-rc4.pem",
    "PKCS8/rsa-rc2-cbc.pem", "PKCS8/rsa_pkcs8_pbes2_pbkdf2_2048_3des_sha224.pem",
    // A key with parameters, base64 or a label that the standards do not have.
    "DH/dhpub_cryptography_old.pem", "PEM_Serialization/rsa_wrong_delimiter_public_key.pem",
    "PKCS8/rsa-40bitrc2.pem", "PKCS8/rsa_pss_2048_hash.pem",
    "PKCS8/rsa_pss_2048_hash_mask_diff.pem",
    // A key alone in PKCS #12, and a public key of PKCS #1 in DER, which has no sign of its kind.
    "pkcs12/no-cert-key-aes256cbc.p12", "PKCS1/rsa.pub.der",
    // Read here alone: a public key of any algorithm has facts, and pyca rejects unsupported ones.
    "DER_Serialization/dsa_public_key_no_params.der", "EC/secp256k1-pub-explicit-no-seed.pem",
    "EC/sect163k1-spki.pem", "EC/sect163r2-spki.pem", "EC/sect233k1-spki.pem",
    "EC/sect233r1-spki.pem",
    // Read here alone: a shorter scalar, version 1 of RFC 5958, and PKCS #8 with another label.
    "EC/truncated-private-key.der", "PKCS8/invalid-version.der",
    "PKCS8/wrong-pem-delimiter-rsa.pem",
  ]

  /// A line of the peer's report.
  private struct Reading {
    let path: String
    /// The password; nil for none.
    let password: [UInt8]?
    /// The key and the certificates; nil for a file that is not read.
    let contents: Contents?

    init(_ line: String) throws {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      path = fields[0]
      guard fields.count == 4 else {
        (password, contents) = (nil, nil)
        return
      }
      password = fields[1] == "none" ? nil : try Hex.decode(fields[1])
      let key = fields[2] == "-" ? nil : try Hex.decode(fields[2])
      let digests = fields[3].split(separator: ",").map { String($0) }
      contents = Contents(key: key, digests: digests.sorted())
    }

    /// The last two parts of the path.
    var name: String { path.split(separator: "/").suffix(2).joined(separator: "/") }
  }

  /// The key and the certificates of a file.
  private struct Contents {
    let key: [UInt8]?
    let digests: [String]

    /// Returns whether two readings agree; a key for PSS alone is an RSA key for the peer.
    func agrees(with other: Contents) -> Bool {
      guard digests == other.digests else { return false }
      guard let key, let otherKey = other.key else { return key == nil && other.key == nil }
      guard let left = try? X509.PublicKey(der: key.span),
        let right = try? X509.PublicKey(der: otherKey.span)
      else { return false }
      return left.isSameKey(as: right)
    }
  }

  private func contents(of reading: Reading) throws -> Contents? {
    let bytes = try Files.contents(of: reading.path)
    let options = X509.ObjectFacts.ReadingOptions(
      at: UnixTime(secondsSinceEpoch: 0), allowingLegacyEncryption: true)
    let password = reading.password
    let object: X509.ObjectFacts?
    if reading.path.hasSuffix(".pem") {
      let section = X509.Bundle(bytes).others.first { $0.label.rawValue != "EC PARAMETERS" }
      guard let section else { return nil }
      object =
        if let password {
          X509.ObjectFacts(section, in: bytes.span, password: password.span, options)
        } else {
          X509.ObjectFacts(section, in: bytes.span, password: nil, options)
        }
    } else if let password {
      object = X509.ObjectFacts(der: bytes.span, password: password.span, options)
    } else {
      object = X509.ObjectFacts(der: bytes.span, password: nil, options)
    }
    guard let object, object.problem == nil else { return nil }
    let digests = object.certificates.map { Hex.encode(SHA256.digest(of: $0)) }
    return Contents(key: object.publicKey?.der, digests: digests.sorted())
  }

  @Test(.timeLimit(.minutes(5)))
  func `Apus and pyca read the same contents from each key file except listed files`() throws {
    let script = Corpus.root + "/Fixtures/keystores/read-with-pyca.py"
    let readings = try PeerPython().lines(of: script).map { try Reading($0) }
    #expect(readings.count > 190)
    var found: Set<String> = []
    for reading in readings {
      let own = try contents(of: reading)
      let isSame =
        switch (own, reading.contents) {
        case (nil, nil): true
        case (let own?, let other?): own.agrees(with: other)
        default: false
        }
      if !isSame { found.insert(reading.name) }
    }
    let named = Set(Self.deviations)
    #expect(found.subtracting(named).sorted() == [], "read otherwise")
    #expect(named.subtracting(found).sorted() == [], "named, and read as pyca reads it")
  }
}
