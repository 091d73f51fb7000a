internal import ApusBytes
internal import ApusCrypto

/// The last stage of the TLS 1.3 key schedule, with the secrets for application data, exports and
/// resumption.
///
///     Master Secret
///         |
///         +-----> Derive-Secret(., "c ap traffic", ClientHello...server Finished)
///         +-----> Derive-Secret(., "s ap traffic", ClientHello...server Finished)
///         +-----> Derive-Secret(., "exp master", ClientHello...server Finished)
///         +-----> Derive-Secret(., "res master", ClientHello...client Finished)
///
/// RFC 8446 section 7.1.
struct ApplicationSecrets: ~Copyable, Sendable {
  let hash: HashAlgorithm
  /// The traffic secret for the client's application data.
  let client: TrafficSecret
  /// The traffic secret for the server's application data.
  let server: TrafficSecret
  /// The exporter secret, from which exported keying material is derived.
  let exporter: ExporterSecret
  private let master: SecretBytes

  init(_ hash: HashAlgorithm, _ master: consuming SecretBytes, _ digest: [UInt8]) {
    self.hash = hash
    var expander = HKDF.Expander(hash, key: master)
    client = expander.traffic("c ap traffic", after: digest)
    server = expander.traffic("s ap traffic", after: digest)
    exporter = ExporterSecret(
      hash, expander.expandLabel("exp master", context: digest.span, byteCount: digest.count))
    self.master = master
  }

  /// Derives the resumption secret from the hash of all handshake messages up to the client's
  /// Finished message.
  func resumptionSecret(after digest: [UInt8]) -> ResumptionSecret {
    var expander = HKDF.Expander(hash, key: master)
    return ResumptionSecret(
      hash, expander.expandLabel("res master", context: digest.span, byteCount: digest.count))
  }
}

/// The secret from which the pre-shared keys of a connection's session tickets are derived. RFC
/// 8446 section 4.6.1.
struct ResumptionSecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  init(_ hash: HashAlgorithm, _ secret: consuming SecretBytes) {
    self.hash = hash
    self.secret = secret
  }

  /// Returns the pre-shared key of the session ticket with a nonce, which has at most 255 bytes.
  ///
  ///     HKDF-Expand-Label(resumption_master_secret, "resumption", ticket_nonce, Hash.length)
  ///
  /// RFC 8446 section 4.6.1.
  func preSharedKey(nonce: Span<UInt8>) -> SecretBytes {
    var expander = HKDF.Expander(hash, key: secret)
    return expander.expandLabel("resumption", context: nonce, byteCount: hash.digestByteCount)
  }
}

/// The secret from which the exported keying material of TLS 1.3 is derived. RFC 8446 section 7.5.
struct ExporterSecret: ~Copyable, Sendable {
  let hash: HashAlgorithm
  private let secret: SecretBytes

  init(_ hash: HashAlgorithm, _ secret: consuming SecretBytes) {
    self.hash = hash
    self.secret = secret
  }

  /// Returns exported keying material for a label and a context.
  ///
  /// The keying material is the same for no context and for an empty context.
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

  /// Returns a copy of the exporter secret in separate memory, which can exist longer than the
  /// connection.
  func copy() -> ExporterSecret { ExporterSecret(hash, secret.copy()) }

  /// Calls a closure with the bytes of the exporter secret for the key log.
  func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    secret.withBytes(body)
  }
}
