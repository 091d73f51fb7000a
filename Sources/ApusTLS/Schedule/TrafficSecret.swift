internal import ApusBytes
internal import ApusCrypto

/// The secret for one direction of a TLS 1.3 connection until the next key update.
///
/// RFC 8446 sections 7.1 and 7.3.
struct TrafficSecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  init(_ hash: HashAlgorithm, _ secret: consuming SecretBytes) {
    self.hash = hash
    self.secret = secret
  }

  /// Derives the traffic key for records from the traffic secret.
  ///
  ///     [sender]_write_key = HKDF-Expand-Label(Secret, "key", "", key_length)
  ///     [sender]_write_iv  = HKDF-Expand-Label(Secret, "iv", "", iv_length)
  ///
  /// RFC 8446 section 7.3.
  func protection(_ suite: TLS.CipherSuite) -> RecordProtection {
    let nothing: [UInt8] = []
    var expander = HKDF.Expander(hash, key: secret)
    let key = expander.expandLabel(
      "key", context: nothing.span, byteCount: suite.cipher.keyByteCount)
    let iv = expander.expandLabel(
      "iv", context: nothing.span, byteCount: RecordProtection.ivByteCount(suite))
    return RecordProtection(suite, key: key, iv: iv)
  }

  /// Returns the verify data of a Finished message from the hash of all previous handshake
  /// messages. RFC 8446 section 4.4.4.
  func finished(over digest: [UInt8]) -> [UInt8] {
    var mac = finishedMAC()
    mac.update(digest.span)
    return mac.finalize()
  }

  /// Verifies the data of a TLS 1.3 Finished message in constant time. Returns `true` if the data
  /// is valid.
  func isFinished(_ verifyData: Span<UInt8>, over digest: [UInt8]) -> Bool {
    var mac = finishedMAC()
    mac.update(digest.span)
    return mac.isValid(code: verifyData)
  }

  /// Returns the HMAC with the key HKDF-Expand-Label(BaseKey, "finished", "", Hash.length). RFC
  /// 8446 section 4.4.4.
  func finishedMAC() -> HMAC {
    let nothing: [UInt8] = []
    var expander = HKDF.Expander(hash, key: secret)
    return HMAC(
      hash,
      key: expander.expandLabel("finished", context: nothing.span, byteCount: hash.digestByteCount))
  }

  /// Derives the next traffic secret for a KeyUpdate from this traffic secret. RFC 8446 section
  /// 7.2.
  func next() -> TrafficSecret {
    let nothing: [UInt8] = []
    var expander = HKDF.Expander(hash, key: secret)
    return TrafficSecret(
      hash,
      expander.expandLabel("traffic upd", context: nothing.span, byteCount: hash.digestByteCount))
  }

  /// Calls a closure with the bytes of the traffic secret for the key log.
  func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    secret.withBytes(body)
  }
}
