public import ApusBytes
internal import ApusX509

/// The encoding of a TLS session for a store that exists longer than the process.
///
///     struct {
///         uint16 form = 2;
///         CipherSuite suite;
///         opaque secret[secret_length];   /* by the suite */
///         StoredSession others;
///     } SecretSession;
///
/// The format of a stored session is private to this library, and is written in the language of RFC
/// 8446 section 3.
extension TLS.Session {
  /// The number of the current format of stored sessions.
  private static let form: UInt16 = 2
  private static let secretStart = 4

  /// Returns the encoded TLS session, which is as secret as the data of its connections.
  ///
  /// An attacker with the bytes can resume the session. The attacker can also decrypt recorded
  /// connections that resumed the session.
  public func stored() throws(TLSError) -> SecretBytes {
    var writer = ByteWriter(capacity: 4096)
    writer.write(Self.form)
    writer.write(suite.rawValue)
    do throws(EncodeError) {
      try StoredSession(self).write(to: &writer)
    } catch {
      throw .unstorableSession(error)
    }
    let (others, start) = (writer.bytes, Self.secretStart)
    return SecretBytes(count: others.count + secret.count) { bytes in
      for index in 0..<start { bytes[index] = others[index] }
      secret.withBytes { for index in $0.indices { bytes[start + index] = $0[index] } }
      for index in start..<others.count { bytes[secret.count + index] = others[index] }
    }
  }

  /// Decodes a TLS session from the bytes that the method `stored` returned.
  ///
  /// The certification path of the session must be verified again before the session is used.
  ///
  /// The format is written in the language of RFC 8446 section 3.
  ///
  /// - Parameter bytes: The bytes of a session that this library has encoded.
  public init(stored bytes: Span<UInt8>) throws(TLSError) {
    let start = Self.secretStart
    guard bytes.count >= start else {
      throw .malformedSession(.truncated(at: 0, needed: start, available: bytes.count))
    }
    let form = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    guard form == Self.form else { throw .unknownSessionForm(form) }
    let number = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    guard let suite = TLS.CipherSuite(rawValue: number) else { throw .unknownSessionSuite(number) }
    let end = start + suite.sessionSecretByteCount
    guard bytes.count >= end else {
      throw .malformedSession(
        .truncated(at: start, needed: end - start, available: bytes.count - start))
    }
    let secret = SessionSecret(SecretBytes(copying: bytes.extracting(start..<end)))
    self = try Self.read(bytes.extracting(droppingFirst: end), suite, secret)
  }

  /// Decodes the part of a stored TLS session after its secret.
  ///
  /// Offsets in errors are counted from the end of the secret. RFC 8446 section 3.
  private static func read(
    _ bytes: Span<UInt8>, _ suite: TLS.CipherSuite, _ secret: SessionSecret
  ) throws(TLSError) -> TLS.Session {
    let stored: StoredSession
    do throws(DecodeError) {
      var reader = ByteReader(bytes.copy())
      stored = try StoredSession(from: &reader)
      try reader.finish()
    } catch {
      throw .malformedSession(error)
    }
    var path: [X509.Certificate] = []
    do throws(X509Error) {
      for der in stored.path { path.append(try X509.Certificate(der)) }
    } catch {
      throw .malformedSessionPath(error)
    }
    // Invalid UTF-8 is rejected, because its repair could produce a host name above the length
    // limit.
    guard let host = String(validating: stored.host, as: UTF8.self) else {
      let place = stored.host.firstIndex { $0 >= 0x80 } ?? 0
      throw .malformedSession(.invalidCharacter(at: 1 + place, byte: stored.host[place]))
    }
    return TLS.Session(
      scope: TLS.SessionScope(
        host: host, port: stored.port, configuration: stored.configuration),
      suite: suite, peer: .stored(path), applicationProtocol: stored.applicationProtocol,
      received: UnixTime(millisecondsSinceEpoch: Int64(bitPattern: stored.received)),
      lifetime: stored.lifetime, earlyDataLimit: stored.earlyDataLimit, ticket: stored.ticket,
      sessionID: stored.sessionID, ageAdd: stored.ageAdd, clientDigest: stored.clientDigest,
      secret: secret)
  }
}

extension TLS.CipherSuite {
  /// The number of bytes of a session's secret, which is a pre-shared key or a master secret.
  fileprivate var sessionSecretByteCount: Int {
    version == .tls13 ? hash.digestByteCount : MasterSecret12.byteCount
  }
}
