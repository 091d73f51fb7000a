internal import ApusBytes
internal import ApusCrypto

/// What a server sends for a client's share, and the secret that both come to.
///
/// RFC 8446 section 4.2.8.
struct AnsweringShare: ~Copyable, Sendable {
  /// What the client is sent.
  let publicBytes: [UInt8]
  let sharedSecret: SecretBytes

  /// Answers a client's share.
  init(
    to client: Span<UInt8>, in group: TLS.NamedGroup, using random: some RandomSource
  ) throws(TLSError) {
    guard group == .x25519MLKEM768 else {
      let share = try PrivateShare.make(in: group, using: random)
      sharedSecret = try share.sharedSecret(with: client)
      publicBytes = share.publicBytes
      return
    }
    let encapsulation: MLKEM768.Encapsulation
    do throws(CryptoError) {
      let key = try X25519MLKEM768.PublicKey(rawRepresentation: client)
      encapsulation = try key.encapsulate(using: random)
    } catch {
      if case .randomness = error { throw .keyExchangeFailed(group, error) }
      throw .wrongKeyShare(group, error)
    }
    publicBytes = encapsulation.ciphertext
    sharedSecret = encapsulation.sharedSecret
  }
}
