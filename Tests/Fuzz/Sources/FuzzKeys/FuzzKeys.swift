import ApusX509
import FuzzSupport

/// The first byte says which form of a key the others are read as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeys(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let form = input.takeByte()
  let der = input.bytes.span
  switch form % 5 {
  case 0:
    guard let info = try? SubjectPublicKeyInfo(der) else { return 0 }
    require(info.range == der.indices, "a key that is not all of its bytes")
    if let key = try? info.key(in: der) { check(key, info, der) }
  case 1:
    if let info = try? PrivateKeyInfo(der) {
      require(guess(der) == .pkcs8, "not guessed")
      _ = try? info.key(in: der)
    }
  case 2:
    if let info = try? EncryptedPrivateKeyInfo(der) {
      require(guess(der) == .encryptedPKCS8, "not guessed")
      let parameters = try? info.parameters(in: der)
      let count = parameters?.iterationCount ?? 1
      require(1...PBES2Parameters.iterationLimit ~= count, "\(count) iterations")
    }
  case 3:
    if (try? SEC1.PrivateKey(der.indices, in: der)) != nil {
      require(guess(der) == .sec1, "not guessed")
    }
  default:
    if (try? PKCS1.PrivateKey(der.indices, in: der)) != nil {
      require(guess(der) == .pkcs1, "not guessed")
    }
  }
  return 0
}

func guess(_ der: Span<UInt8>) -> PrivateKeyForm? { PrivateKeyForm(guessedFrom: der) }

/// A public key that was read is written as the same bytes.
func check(_ key: SubjectPublicKeyInfo.Key, _ info: SubjectPublicKeyInfo, _ der: Span<UInt8>) {
  var writer = DERWriter()
  switch key {
  case .rsa(let key):
    writer.writeRSAPublicKey(
      modulus: der.extracting(key.modulus).copy(),
      exponent: der.extracting(key.publicExponent).copy())
  case .ec(let curve, let point):
    writer.writePublicKey(curve, point: der.extracting(point).copy())
  case .ed25519(let bytes), .x25519(let bytes), .ed448(let bytes), .x448(let bytes):
    writer.writePublicKey(info.algorithm.oid, raw: der.extracting(bytes).copy())
  case .rsaPSS, .dsa, .other: return
  }
  require(writer.bytes == der.copy(), "the key is written otherwise than it was read")
}
