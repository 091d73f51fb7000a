import ApusASN1
import ApusBytes
import ApusCrypto
import ApusX509

extension ObjectFacts {
  /// Reads a public key: a SubjectPublicKeyInfo.
  init(publicKey der: Span<UInt8>) {
    self.init(.publicKey)
    do throws(X509Error) { addKey(try X509.PublicKey(der: der)) } catch { fail("\(error)") }
  }

  /// Reads an RSA public key without its algorithm: PKCS #1.
  init(rsaPublicKey der: Span<UInt8>) {
    self.init(.publicKey)
    do throws(CryptoError) {
      _ = try PKCS1.PublicKey(der.indices, in: der)
      addKey(X509.PublicKey(X509.Algorithm(.rsaEncryption, .null), bits: der.copy()))
    } catch {
      fail("\(error)")
    }
  }

  /// Adds what is known of a public key, which the object then is about.
  mutating func addKey(_ key: X509.PublicKey) {
    publicKey = key
    let summary = KeySketch(key)
    var members = [X509.Document.Member("kind", .text(summary.kind))]
    if let count = summary.bitCount {
      members.append(X509.Document.Member("bitCount", .number(Int64(count))))
    }
    if let curve = summary.curve { members.append(X509.Document.Member("curve", .text(curve))) }
    if let exponent = summary.exponent {
      members.append(X509.Document.Member("exponent", .text(exponent)))
    }
    if let problem = summary.problem {
      members.append(X509.Document.Member("problem", .text(problem)))
    }
    add("key", "publicKey", .members(members), lines: ["\(summary)"])
    add("pin", "pin", .text("\(X509.Pin(key))"))
  }
}

/// What is said of a public key that stands in no certificate.
struct KeySketch: CustomStringConvertible {
  let kind: String
  private(set) var bitCount: Int?
  private(set) var curve: String?
  /// The public exponent of an RSA key in hexadecimal.
  private(set) var exponent: String?
  private(set) var problem: String?

  init(_ key: X509.PublicKey) {
    let der = key.der
    do throws(CryptoError) {
      self = try Self.sketch(of: der.span)
    } catch {
      kind = key.algorithm.oid.name ?? "\(key.algorithm.oid)"
      if case .oid(let oid) = key.algorithm.parameters { curve = oid.name ?? "\(oid)" }
      problem = "\(error)"
    }
  }

  private init(_ kind: String, bitCount: Int? = nil, curve: String? = nil) {
    (self.kind, self.bitCount, self.curve) = (kind, bitCount, curve)
  }

  private init(_ kind: String, _ key: PKCS1.PublicKey, in der: Span<UInt8>) {
    let modulus = der.extracting(key.modulus)
    self.kind = kind
    bitCount = modulus.count * 8 - (modulus.isEmpty ? 0 : modulus[0].leadingZeroBitCount)
    exponent = Hex.encode(der.extracting(key.publicExponent).copy())
  }

  private static func sketch(of der: Span<UInt8>) throws(CryptoError) -> KeySketch {
    let info: SubjectPublicKeyInfo
    do throws(ASN1Error) { info = try SubjectPublicKeyInfo(der) } catch { throw .malformed(error) }
    switch try info.key(in: der) {
    case .rsa(let key): return KeySketch("RSA", key, in: der)
    case .rsaPSS(let key, _): return KeySketch("RSA-PSS", key, in: der)
    case .ec(.p256, _): return KeySketch("EC", bitCount: 256, curve: "P-256")
    case .ec(.p384, _): return KeySketch("EC", bitCount: 384, curve: "P-384")
    case .ec(.p521, _): return KeySketch("EC", bitCount: 521, curve: "P-521")
    case .ed25519: return KeySketch("Ed25519", bitCount: 256)
    case .x25519: return KeySketch("X25519", bitCount: 256)
    case .ed448: return KeySketch("Ed448", bitCount: 456)
    case .x448: return KeySketch("X448", bitCount: 448)
    case .dsa: return KeySketch("DSA")
    case .other(let oid): return KeySketch(oid.name ?? "\(oid)")
    }
  }

  /// In a few words: `RSA, 2048 bits`, `EC P-256`.
  var description: String {
    let size = curve.map { " \($0)" } ?? bitCount.map { ", \($0) bits" } ?? ""
    return kind + size + (problem.map { " (\($0))" } ?? "")
  }
}
