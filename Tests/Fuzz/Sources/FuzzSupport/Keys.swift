import ApusX509

/// Returns the guessed form of the bytes.
public func guess(_ der: Span<UInt8>) -> PrivateKeyForm? { PrivateKeyForm(guessedFrom: der) }

/// A public key that was read is written as the same bytes.
public func checkPublicKey(_ der: Span<UInt8>) {
  guard let info = try? SubjectPublicKeyInfo(der) else { return }
  require(info.range == der.indices, "a key that is not all of its bytes")
  if let key = try? info.key(in: der) { check(key, info, der) }
  _ = try? P256.PublicKey(spki: der)
  _ = try? X25519.PublicKey(spki: der)
  guard let key = try? VerificationKey(spki: der, allowingSmallModulus: true) else { return }
  checkRoundTrip(key)
  _ = key.isValid(signature: der, key.supportedAlgorithms.first ?? .ed25519, for: der)
}

/// A written key is read as the same key.
public func checkRoundTrip(_ key: VerificationKey) {
  let spki = key.spki
  let again = try? VerificationKey(spki: spki.span, allowingSmallModulus: true)
  require(again == key, "the key is read otherwise than it was written")
}

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

/// The password of a locked seed.
public let password = Array("apus".utf8)

/// Returns whether a locked key requires so little work that many may be opened.
public func isCheap(_ der: Span<UInt8>) -> Bool {
  guard guess(der) == .encryptedPKCS8 else { return true }
  let parameters = try? EncryptedPrivateKeyInfo(der).parameters(in: der)
  return (parameters?.iterations.value ?? 1) <= 16
}

/// A private key that was read signs, and is written as the same key.
public func checkPrivateKey(_ der: Span<UInt8>) {
  guard isCheap(der) else { return }
  if let key = try? X25519.PrivateKey(der: der, password: password.span) {
    let again = key.pkcs8.withBytes { try? X25519.PrivateKey(der: $0).publicKey }
    require(again == key.publicKey, "the key is read otherwise than it was written")
  }
  do throws(CryptoError) {
    check(try SigningKey(der: der, password: password.span, allowingSmallModulus: true))
  } catch { require(!error.description.isEmpty, "an error without words") }
}

func check(_ key: consuming SigningKey) {
  let publicKey = key.publicKey
  checkRoundTrip(publicKey)
  let again = key.pkcs8.withBytes {
    try? SigningKey(der: $0, allowingSmallModulus: true).publicKey
  }
  require(again == publicKey, "the key is read otherwise than it was written")
  let message = password.span
  for algorithm in key.supportedAlgorithms.prefix(1) {
    // Matching numbers need not be prime: then there is no signature.
    guard let signature = try? key.signature(for: message, algorithm, using: SystemRandom())
    else { return }
    require(
      publicKey.isValid(signature: signature.span, algorithm, for: message),
      "the key's own signature is not valid")
  }
}
