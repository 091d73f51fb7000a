internal import ApusBytes
internal import ApusCrypto

extension MasterSecret12 {
  /// The labels that would give out what TLS itself derives by them. RFC 5705 section 4.
  private static let reservedLabels: Set = [
    "client finished", "server finished", "master secret", "extended master secret",
    "key expansion",
  ]

  /// Keying material for a purpose that a label names, and a context; none is another than an
  /// empty one.
  ///
  /// Without the extended master secret another connection can be made to have the same secret, and
  /// nothing is exported. RFC 7627 section 5.4.
  ///
  ///     PRF(SecurityParameters.master_secret, label,
  ///         SecurityParameters.client_random + SecurityParameters.server_random +
  ///         context_value_length + context_value)[length]
  ///
  /// RFC 5705 section 4.
  func keyingMaterial(
    _ label: String, context: [UInt8]?, byteCount: Int, clientRandom: [UInt8],
    serverRandom: [UInt8]
  ) throws(TLSError) -> SecretBytes {
    guard isExtended else { throw .exportWithoutExtendedMasterSecret }
    guard !Self.reservedLabels.contains(label) else { throw .exportLabelReserved }
    var seed = ByteWriter(capacity: 66 + (context?.count ?? 0))
    seed.write(clientRandom)
    seed.write(serverRandom)
    if let context {
      guard let count = UInt16(exactly: context.count) else {
        throw .exportRefused(.inputTooLong(byteCount: context.count, limit: Int(UInt16.max)))
      }
      seed.write(count)
      seed.write(context)
    }
    do throws(CryptoError) {
      return try TLS12PRF.derive(
        suite.hash, secret: secret, label: label, seed: seed.bytes.span, byteCount: byteCount)
    } catch {
      throw .exportRefused(error)
    }
  }
}
