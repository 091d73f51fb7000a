internal import ApusBytes
internal import ApusCrypto

/// The master secret of a TLS 1.2 session, from which all keys of the session are derived. RFC 5246
/// section 8.1.
struct MasterSecret12: ~Copyable, Sendable {
  /// The number of bytes of the master secret.
  static let byteCount = 48

  let suite: TLS.CipherSuite
  /// A Boolean value that indicates whether the master secret is bound to the handshake that
  /// created it.
  ///
  /// Resumption and exports require an extended master secret.
  let isExtended: Bool
  let secret: SecretBytes

  private init(_ suite: TLS.CipherSuite, isExtended: Bool, _ secret: consuming SecretBytes) {
    (self.suite, self.isExtended) = (suite, isExtended)
    self.secret = secret
  }

  /// Creates the extended master secret, which is bound to the hash of all messages up to
  /// ClientKeyExchange.
  ///
  ///     master_secret = PRF(pre_master_secret, "extended master secret", session_hash)[0..47]
  ///
  /// RFC 7627 section 4.
  init(_ suite: TLS.CipherSuite, _ premaster: borrowing SecretBytes, sessionHash: [UInt8]) {
    self.init(
      suite, isExtended: true,
      TLS12PRF.expand(
        suite.hash, secret: premaster, label: "extended master secret", seed: sessionHash.span,
        byteCount: Self.byteCount))
  }

  /// Creates the original master secret, which is bound only to the random bytes of the client and
  /// the server.
  ///
  ///     master_secret = PRF(pre_master_secret, "master secret",
  ///                         ClientHello.random + ServerHello.random)[0..47]
  ///
  /// RFC 5246 section 8.1.
  init(
    _ suite: TLS.CipherSuite, _ premaster: borrowing SecretBytes, clientRandom: [UInt8],
    serverRandom: [UInt8]
  ) {
    let seed = clientRandom + serverRandom
    self.init(
      suite, isExtended: false,
      TLS12PRF.expand(
        suite.hash, secret: premaster, label: "master secret", seed: seed.span,
        byteCount: Self.byteCount))
  }

  /// Creates the extended master secret of a resumed session.
  init(_ suite: TLS.CipherSuite, resuming secret: borrowing SecretBytes) {
    self.init(suite, isExtended: true, secret.copy())
  }

  /// A copy of the master secret, which is stored in the TLS session.
  var resumptionSecret: SecretBytes { secret.copy() }

  /// Returns a copy of the master secret in separate memory, which can exist longer than the
  /// connection.
  func copy() -> MasterSecret12 {
    MasterSecret12(suite, isExtended: isExtended, secret.copy())
  }

  /// Calls a closure with the bytes of the master secret for the key log.
  func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    secret.withBytes(body)
  }
}

// MARK: Keys

extension MasterSecret12 {
  /// Derives the traffic key of one side of the connection from the key block.
  ///
  /// The key block contains no MAC keys, because all supported cipher suites use AEAD ciphers.
  ///
  ///     key_block = PRF(master_secret, "key expansion", server_random + client_random)
  ///
  ///     client_write_key[SecurityParameters.enc_key_length]
  ///     server_write_key[SecurityParameters.enc_key_length]
  ///     client_write_IV[SecurityParameters.fixed_iv_length]
  ///     server_write_IV[SecurityParameters.fixed_iv_length]
  ///
  /// RFC 5246 section 6.3.
  func protection(
    of side: Side, clientRandom: [UInt8], serverRandom: [UInt8]
  ) -> RecordProtection {
    let keyCount = suite.cipher.keyByteCount
    let ivCount = RecordProtection.ivByteCount(suite)
    let seed = serverRandom + clientRandom
    let block = TLS12PRF.expand(
      suite.hash, secret: secret, label: "key expansion", seed: seed.span,
      byteCount: 2 * (keyCount + ivCount))
    let place = side == .client ? 0 : 1
    let (key, iv) = (place * keyCount, 2 * keyCount + place * ivCount)
    return RecordProtection(
      suite,
      key: block.withBytes { SecretBytes(copying: $0.extracting(key..<key + keyCount)) },
      iv: block.withBytes { SecretBytes(copying: $0.extracting(iv..<iv + ivCount)) })
  }
}

// MARK: Finished

extension MasterSecret12 {
  /// A side of a TLS 1.2 connection, which is the client or the server.
  enum Side {
    case client, server

    fileprivate var finishedLabel: String {
      switch self {
      case .client: "client finished"
      case .server: "server finished"
      }
    }
  }

  /// The number of bytes of the verify data in a TLS 1.2 Finished message.
  static let verifyDataByteCount = 12

  /// Returns the verify data of a side's Finished message from the hash of all previous handshake
  /// messages.
  ///
  ///     verify_data = PRF(master_secret, finished_label, Hash(handshake_messages))[0..11]
  ///
  /// RFC 5246 section 7.4.9.
  func finished(of side: Side, over digest: [UInt8]) -> [UInt8] {
    verifyData(side, digest).withBytes { $0.copy() }
  }

  /// Verifies the data of a TLS 1.2 Finished message in constant time. Returns `true` if the data
  /// is valid.
  func isFinished(_ verifyData: Span<UInt8>, of side: Side, over digest: [UInt8]) -> Bool {
    // PUBLIC: the result of the comparison, which the caller needs.
    self.verifyData(side, digest).withBytes { ConstantTime.equal($0, verifyData).declassified }
  }

  private func verifyData(_ side: Side, _ digest: [UInt8]) -> SecretBytes {
    TLS12PRF.expand(
      suite.hash, secret: secret, label: side.finishedLabel, seed: digest.span,
      byteCount: Self.verifyDataByteCount)
  }
}

extension MasterSecret12 {
  /// The labels that are reserved because TLS 1.2 derives its own keys with them. RFC 5705 section
  /// 4.
  private static let reservedLabels: Set = [
    "client finished", "server finished", "master secret", "extended master secret",
    "key expansion",
  ]

  /// Returns exported keying material of TLS 1.2 for a label and a context.
  ///
  /// The keying material for no context differs from the keying material for an empty context.
  ///
  /// Exports require the extended master secret, because an attacker can otherwise create a second
  /// connection with the same master secret. RFC 7627 section 5.4.
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
