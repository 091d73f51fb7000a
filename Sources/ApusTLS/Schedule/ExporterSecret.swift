internal import ApusBytes
internal import ApusCrypto

/// What keying material for others is made of, in TLS 1.3. RFC 8446 section 7.5.
struct ExporterSecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  init(_ hash: HashAlgorithm, _ secret: consuming SecretBytes) {
    self.hash = hash
    self.secret = secret
  }

  /// Keying material for a purpose that a label names, and a context; none is as good as an empty
  /// one.
  ///
  ///     TLS-Exporter(label, context_value, key_length) =
  ///         HKDF-Expand-Label(Derive-Secret(Secret, label, ""),
  ///                           "exporter", Hash(context_value), key_length)
  ///
  /// RFC 8446 section 7.5.
  func keyingMaterial(
    _ label: String, context: Span<UInt8>, byteCount: Int
  ) throws(TLSError) -> SecretBytes {
    let nothing = hash.digest(of: [UInt8]().span)
    let contextDigest = hash.digest(of: context)
    do throws(CryptoError) {
      let base = try HKDF.expandLabel(
        hash, key: secret, label: label, context: nothing.span, byteCount: hash.digestByteCount)
      return try HKDF.expandLabel(
        hash, key: base, label: "exporter", context: contextDigest.span, byteCount: byteCount)
    } catch {
      throw .exportRefused(error)
    }
  }

  /// Lends the secret, to be logged where the caller has asked for that.
  func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    secret.withBytes(body)
  }
}
