import ApusBytes
import ApusNames
import ApusX509
import Testing

@testable import ApusTLS

/// RFC 8446 sections 4.2.11.1 and 4.6.1, and the format of stored sessions.
@Suite struct SessionTests {
  private func moment(_ millisecondsLater: Int64) -> UnixTime {
    UnixTime(millisecondsSinceEpoch: SampleSession.received + millisecondsLater)
  }

  // MARK: Time

  @Test func `a session is usable from its receipt until the end of its lifetime`() throws {
    let session = try SampleSession.tls13(lifetime: 10)
    for (later, isUsable) in [
      (-1, false), (0, true), (9_999, true), (10_000, false), (.max / 2, false),
      (-SampleSession.received, false),
    ] as [(Int64, Bool)] {
      #expect(session.isUsable(at: moment(later)) == isUsable, "\(later)")
    }
    #expect(!session.isUsable(at: UnixTime(millisecondsSinceEpoch: .max)))
    #expect(!session.isUsable(at: UnixTime(millisecondsSinceEpoch: .min)))
  }

  @Test func `a session with a longer lifetime is usable for seven days`() throws {
    let session = try SampleSession.tls13(lifetime: .max)
    #expect(session.lifetime == 604_800)
    #expect(session.isUsable(at: moment(604_799_999)))
    #expect(!session.isUsable(at: moment(604_800_000)))
  }

  @Test func `a session expires when its server's certificate expires`() throws {
    let end = SampleSession.notAfter * 1000
    let session = TLS.Session(
      scope: SampleSession.scope, suite: .aes128GCM,
      peer: .stored([try SampleSession.certificate()]), applicationProtocol: nil,
      received: UnixTime(millisecondsSinceEpoch: end - 5000), lifetime: 3600, ticket: [1],
      secret: SessionSecret(SecretBytes(zeros: 32)))
    #expect(session.isUsable(at: UnixTime(millisecondsSinceEpoch: end + 999)))
    #expect(!session.isUsable(at: UnixTime(millisecondsSinceEpoch: end + 1000)))
  }

  @Test func `the obfuscated age of a ticket is its age plus the server's number`() throws {
    let session = try SampleSession.tls13()
    #expect(session.obfuscatedAge(at: moment(0)) == 0xffff_fff0)
    #expect(session.obfuscatedAge(at: moment(15)) == 0xffff_ffff)
    #expect(session.obfuscatedAge(at: moment(20)) == 4)
  }

  @Test func `milliseconds are rounded down to whole seconds, even before 1970`() {
    for (milliseconds, seconds) in [
      (0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2),
    ]
      as [(Int64, Int64)]
    {
      #expect(
        UnixTime(millisecondsSinceEpoch: milliseconds).wholeSecond.secondsSinceEpoch == seconds)
    }
    #expect(
      UnixTime(millisecondsSinceEpoch: .min).wholeSecond.secondsSinceEpoch == -9_223_372_036_854_776
    )
  }

  @Test func `a session accepts a new path only for its own server's certificate`() throws {
    let (own, other) = (try #require(Signer.ed25519), try #require(Signer.p256))
    let session = TLS.Session(
      scope: SampleSession.scope, suite: .aes128GCM, peer: .stored([own.leaf]),
      applicationProtocol: nil, received: Duet.now, lifetime: 3600, ticket: [1],
      secret: SessionSecret(SecretBytes(zeros: 32)))
    // A stored session without a new verification is not offered.
    #expect(OfferedSession(session, at: Duet.now) == nil)
    for (signer, isTaken) in [(own, true), (other, false)] {
      let chain = try TLS.Policy().evaluate(
        [signer.leaf], for: try CanonicalHost(Duet.host), at: Duet.now.wholeSecond,
        trusting: X509.Anchors([signer.root]))
      let verified = session.verified(by: chain)
      #expect((verified != nil) == isTaken)
      #expect((verified.flatMap { OfferedSession($0, at: Duet.now) } != nil) == isTaken)
    }
  }

  // MARK: Storing

  @Test func `a stored session decodes to the same session, which must be verified again`() throws {
    for session in [
      try SampleSession.tls13(), try SampleSession.tls13(suite: .aes256GCM, protocol: nil),
      try SampleSession.tls13(protocol: []), try SampleSession.tls12(),
      try SampleSession.tls13(client: [UInt8](repeating: 5, count: 32)),
    ] {
      let stored = try session.stored()
      let again = try stored.withBytes { (bytes) throws(TLSError) in
        try TLS.Session(stored: bytes)
      }
      #expect(StoredSession(again) == StoredSession(session))
      #expect(again.scope == session.scope && again.suite == session.suite)
      #expect(again.secret.copy().bytes == session.secret.copy().bytes)
      guard case .stored(let path) = again.peer else { return #expect(Bool(false)) }
      #expect(path == session.certificates)
      let twice = try again.stored()
      #expect(twice.bytes == stored.bytes)
    }
  }

  @Test func `a stored session that is truncated or has trailing bytes is rejected`() throws {
    let bytes = try SampleSession.tls13().stored().bytes
    for count in bytes.indices {
      let failure = failure(Array(bytes[..<count]))
      guard case .malformedSession = failure else {
        Issue.record("\(count) bytes: \(String(describing: failure))")
        continue
      }
    }
    #expect(
      failure(bytes + [0])
        == .malformedSession(.trailingBytes(at: bytes.count - 36, count: 1)))
  }

  @Test func `a stored session with one changed byte never crashes the decoder`() throws {
    let bytes = try SampleSession.tls13().stored().bytes
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0xff
      _ = failure(changed)
    }
    #expect(failure([0, 1] + bytes.dropFirst(2)) == .unknownSessionForm(1))
    #expect(failure([0, 2, 0x13, 0x04] + bytes.dropFirst(4)) == .unknownSessionSuite(0x1304))
  }

  @Test func `a stored session with more than 32 path certificates is rejected`() throws {
    let certificate = try SampleSession.certificate()
    for (count, isRead) in [(32, true), (33, false)] {
      let session = TLS.Session(
        scope: SampleSession.scope, suite: .aes128GCM,
        peer: .stored([X509.Certificate](repeating: certificate, count: count)),
        applicationProtocol: nil, received: moment(0), lifetime: 1, ticket: [],
        secret: SessionSecret(SecretBytes(zeros: 32)))
      let stored = try session.stored()
      #expect((failure(stored.bytes) == nil) == isRead)
    }
  }

  @Test func `a stored session with an invalid UTF-8 host of any length is rejected`() throws {
    let bytes = try SampleSession.tls13().stored().bytes
    let (start, count) = (4 + 32, Int(bytes[4 + 32]))
    for host in [[0x61, 0xff], [UInt8](repeating: 0xff, count: 255)] {
      let changed =
        bytes[..<start] + [UInt8(host.count)] + host + bytes[(start + 1 + count)...]
      let place = host.count == 2 ? 2 : 1
      #expect(
        failure(Array(changed)) == .malformedSession(.invalidCharacter(at: place, byte: 0xff)))
    }
  }

  @Test func `encoding a session with a ticket above its length field throws an error`() throws {
    let session = TLS.Session(
      scope: SampleSession.scope, suite: .aes128GCM, peer: .stored([]), applicationProtocol: nil,
      received: moment(0), lifetime: 1, ticket: [UInt8](repeating: 0, count: 65_536),
      secret: SessionSecret(SecretBytes(zeros: 32)))
    #expect(throws: TLSError.unstorableSession(.tooLong(count: 65_536, limit: 65_535))) {
      _ = try session.stored().count
    }
  }

  @Test func `a stored session with a ticket of more than 16 KiB is rejected`() throws {
    for (count, isRead) in [(16_384, true), (16_385, false)] {
      let stored = try SampleSession.tls13(ticketByteCount: count).stored()
      #expect((failure(stored.bytes) == nil) == isRead)
    }
  }

  @Test func `a stored session with a truncated client digest is rejected`() throws {
    let whole = try SampleSession.tls13(client: [UInt8](repeating: 5, count: 32)).stored().bytes
    let start = try #require(whole.indices.first { whole[$0...].starts(with: [32, 5, 5, 5]) })
    let changed = whole[..<start] + [31] + whole[(start + 2)...]
    guard case .malformedSession(.lengthOutOfRange) = failure(Array(changed)) else {
      Issue.record("a digest of 31 bytes is read")
      return
    }
  }

  // MARK: Descriptions

  @Test func `the description of a session shows neither the secret nor the ticket`() throws {
    let session = try SampleSession.tls13(ticket: 0x5a)
    var dumped = ""
    dump(session, to: &dumped)
    for text in [dumped, "\(session)", String(reflecting: session), String(describing: session)] {
      #expect(text.contains("a.example:443"))
      for part in ["192", "193", "0xc0", "c0c1", "90", "5a"] {
        #expect(!text.contains(part), "\(text)")
      }
    }
  }

  private func failure(_ bytes: [UInt8]) -> TLSError? {
    do throws(TLSError) { _ = try TLS.Session(stored: bytes.span) } catch { return error }
    return nil
  }
}
