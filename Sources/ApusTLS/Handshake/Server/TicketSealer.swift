internal import ApusASN1
public import ApusBytes
internal import ApusCrypto

extension TLS {
  /// An encryptor of session tickets, which contain the encrypted state of a TLS session.
  ///
  /// With encrypted tickets, the server need not store sessions. A ticket is a random nonce
  /// followed by the encrypted state of the session.
  public final class TicketSealer: Sendable {
    /// The lifetime of a session ticket in seconds.
    public static let lifetime: UInt32 = 7_200

    private static let nonceByteCount = 12
    private let key: SecretBytes

    /// Creates an encryptor of session tickets with a random key, which is never exposed.
    ///
    /// - Parameter random: The source of random bytes.
    public init(using random: some RandomSource) throws(TLSError) {
      do throws(RandomError) {
        key = try SecretBytes(count: AEADAlgorithm.aes256GCM.keyByteCount) {
          (bytes) throws(RandomError) in try random.fill(&bytes)
        }
      } catch {
        throw .randomness(error)
      }
    }

    /// Creates a session ticket with the encrypted state of a session.
    func seal(
      _ session: borrowing ServerSession, using random: some RandomSource
    ) throws(TLSError) -> [UInt8] {
      let nonce = try Self.nonce(using: random)
      var message = session.encoded(followedBy: AEADAlgorithm.tagByteCount)
      do throws(CryptoError) {
        let key = try AEADKey(.aes256GCM, self.key)
        try message.withMutableBytes { (bytes) throws(CryptoError) in
          try key.sealTicket(&bytes, nonce: nonce)
        }
      } catch {
        throw .ticketNotSealed(error)
      }
      return nonce + message.withBytes { $0.copy() }
    }

    /// Decrypts the session in a ticket.
    ///
    /// The result is `nil` if the ticket was not encrypted with the same key.
    func open(_ ticket: [UInt8]) -> ServerSession? {
      guard ticket.count > Self.nonceByteCount else { return nil }
      let nonce = Array(ticket.prefix(Self.nonceByteCount))
      var message = SecretBytes(copying: ticket.span.extracting(droppingFirst: Self.nonceByteCount))
      do throws(CryptoError) {
        let key = try AEADKey(.aes256GCM, self.key)
        try message.withMutableBytes { (bytes) throws(CryptoError) in
          try key.openTicket(&bytes, nonce: nonce)
        }
      } catch {
        return nil
      }
      return message.withBytes { bytes in
        ServerSession(bytes.extracting(droppingLast: AEADAlgorithm.tagByteCount))
      }
    }

    private static func nonce(using random: some RandomSource) throws(TLSError) -> [UInt8] {
      do throws(RandomError) { return try random.bytes(nonceByteCount) } catch {
        throw .randomness(error)
      }
    }
  }
}

extension AEADKey {
  fileprivate func sealTicket(
    _ bytes: inout MutableSpan<UInt8>, nonce: [UInt8]
  ) throws(CryptoError) {
    let nothing: [UInt8] = []
    try sealInPlace(&bytes, nonce: nonce.span, additionalData: nothing.span)
  }

  fileprivate func openTicket(
    _ bytes: inout MutableSpan<UInt8>, nonce: [UInt8]
  ) throws(CryptoError) {
    let nothing: [UInt8] = []
    try openInPlace(&bytes, nonce: nonce.span, additionalData: nothing.span)
  }
}

/// The state of a session that a server needs to resume the session.
///
///     struct {
///         CipherSuite cipher_suite;
///         uint64 issued;                  /* milliseconds since 1970 */
///         opaque pre_shared_key[Hash.length];
///     } ServerSession;
///
/// The format of the session state is private to this library, and is written in the language of
/// RFC 8446 section 3.
struct ServerSession: ~Copyable {
  private static let headByteCount = 10

  let suite: TLS.CipherSuite
  let issued: UnixTime
  let preSharedKey: SecretBytes

  init(
    _ suite: TLS.CipherSuite, issued: UnixTime, preSharedKey: consuming SecretBytes
  ) {
    self.suite = suite
    self.issued = issued
    self.preSharedKey = preSharedKey
  }

  /// Reads the decrypted content of a session ticket.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count > Self.headByteCount,
      let suite = TLS.CipherSuite(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1])),
      bytes.count == Self.headByteCount + suite.hash.digestByteCount
    else { return nil }
    var issued: UInt64 = 0
    for index in 2..<Self.headByteCount { issued = issued << 8 | UInt64(bytes[index]) }
    let key = SecretBytes(copying: bytes.extracting(droppingFirst: Self.headByteCount))
    self.init(
      suite, issued: UnixTime(millisecondsSinceEpoch: Int64(truncatingIfNeeded: issued)),
      preSharedKey: key)
  }

  /// Returns the encoded session state, followed by `room` unused bytes for the authentication tag.
  func encoded(followedBy room: Int) -> SecretBytes {
    var head = ByteWriter(capacity: Self.headByteCount)
    head.write(suite.rawValue)
    head.write(UInt64(bitPattern: issued.millisecondsSinceEpoch))
    return SecretBytes(count: head.count + preSharedKey.count + room) { bytes in
      for index in 0..<head.count { bytes[index] = head.bytes[index] }
      preSharedKey.withBytes { key in
        for index in key.indices { bytes[head.count + index] = key[index] }
      }
    }
  }

  /// Returns a Boolean value that indicates whether the session has not expired.
  func isUsable(at moment: UnixTime) -> Bool {
    let (age, isOverflow) = moment.millisecondsSinceEpoch.subtractingReportingOverflow(
      issued.millisecondsSinceEpoch)
    return !isOverflow && age >= 0 && age < Int64(TLS.TicketSealer.lifetime) * 1000
  }
}
