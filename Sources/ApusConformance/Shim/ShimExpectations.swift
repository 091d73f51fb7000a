import ApusBytes
import ApusTLS
import CApus

/// The handshake results that the test runner expects.
struct ShimExpectations {
  let flags: ShimFlags
  let isResumption: Bool

  /// Checks that the result of a handshake is the expected result.
  func check(
    _ facts: TLS.HandshakeFacts, _ origin: ShimSession.Origin
  ) throws(ShimFailure) {
    try expect(.expectVersion, Int(facts.version.rawValue))
    try expect(.expectCipher, Int(facts.suite.rawValue))
    try expect(
      Self.hasCipherInstructions ? .expectCipherAES : .expectCipherNoAES, Int(facts.suite.rawValue))
    try expect(.expectCurveID, (facts.group ?? origin.group).map { Int($0.rawValue) } ?? 0)
    try expect(
      .expectPeerSignatureAlgorithm,
      (facts.serverScheme ?? origin.scheme).map { Int($0.rawValue) } ?? 0)
    if let name = flags.text(.expectALPN), Array(name.utf8) != facts.applicationProtocol ?? [] {
      throw .unexpected("UNEXPECTED_ALPN", "\(facts.applicationProtocol ?? [])")
    }
    if flags.contains(.expectHRR) || flags.contains(.expectNoHRR),
      facts.isRetried != flags.contains(.expectHRR)
    {
      throw .unexpected("UNEXPECTED_HELLO_RETRY_REQUEST", "\(facts.isRetried)")
    }
    guard facts.isResumed == (isResumption && !flags.contains(.expectSessionMiss)) else {
      throw .unexpected("UNEXPECTED_RESUMPTION", "\(facts.isResumed)")
    }
    try check(origin)
  }

  /// Checks that a server has sent the expected data in this handshake or in the handshake of the
  /// resumed session.
  func check(_ origin: ShimSession.Origin) throws(ShimFailure) {
    if let response = try flags.bytes(.expectOCSPResponse), response != origin.stapledResponse {
      throw .unexpected("UNEXPECTED_OCSP_RESPONSE")
    }
    if let list = try flags.bytes(.expectSignedCertTimestamps),
      list != Self.encoded(origin.timestamps)
    {
      throw .unexpected("UNEXPECTED_CERT_TIMESTAMPS")
    }
    if let certificates = try flags.expectedCertificates(), certificates != origin.certificates {
      throw .unexpected("UNEXPECTED_CERTIFICATE")
    }
    if flags.contains(.expectVerifyResult),
      origin.isVerified != !flags.contains(.verifyFail)
    {
      throw .unexpected("UNEXPECTED_VERIFY_RESULT", origin.isVerified == true ? "good" : "bad")
    }
  }

  /// Checks that the server requests the expected signature schemes.
  func check(peerPreferences: [UInt16]) throws(ShimFailure) {
    let expected = try flags.numbers(.expectPeerVerifyPref)
    guard expected.isEmpty || expected == peerPreferences.map(Int.init) else {
      throw .unexpected("UNEXPECTED_VERIFY_PREFERENCES", "\(peerPreferences)")
    }
  }

  /// Checks that the server names the expected certificate authorities. The flag contains them in
  /// hexadecimal separated by commas, or a word for none.
  func check(authorities: [[UInt8]]) throws(ShimFailure) {
    guard let expected = flags.text(.expectClientCAList) else { return }
    let found =
      authorities.isEmpty
      ? ["<NULL>", "<EMPTY>"] : [authorities.map(Hex.encode).joined(separator: ",")]
    guard found.contains(expected) else {
      throw .unexpected("UNEXPECTED_CLIENT_CA_LIST", "\(found[0])")
    }
  }

  /// Checks that the client has sent the expected credential of the list.
  func check(selectedCredential place: Int) throws(ShimFailure) {
    guard let expected = flags.text(.expectSelectedCredential), expected != "\(place)" else {
      return
    }
    throw .unexpected("UNEXPECTED_CREDENTIAL", "\(place) instead of \(expected)")
  }

  /// Checks that a new TLS session was or was not received, as expected.
  func check(hasNewSession: Bool) throws(ShimFailure) {
    if flags.contains(.expectNoSession), hasNewSession { throw .unexpected("UNEXPECTED_SESSION") }
    if flags.contains(.expectTicketRenewal), isResumption, !hasNewSession {
      throw .unexpected("NO_TICKET_RENEWAL")
    }
  }

  private func expect(_ flag: ShimParameter, _ found: Int) throws(ShimFailure) {
    guard let expected = try flags.number(flag), expected != found else { return }
    throw .unexpected("UNEXPECTED_VALUE", "\(flag.rawValue) \(expected), found \(found)")
  }

  /// A Boolean value that indicates whether the processor has instructions for AES.
  private static var hasCipherInstructions: Bool {
    apus_aead_best_tier(APUS_AES_128_GCM) != APUS_TIER_PORTABLE
  }

  /// Returns a list of signed certificate timestamps in the encoding of TLS servers.
  ///
  ///     SerializedSCT sct_list <1..2^16-1>;
  ///
  /// RFC 6962 section 3.3.
  private static func encoded(_ timestamps: [[UInt8]]) -> [UInt8] {
    guard !timestamps.isEmpty else { return [] }
    func vector(_ bytes: [UInt8]) -> [UInt8] {
      [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
    return vector(timestamps.flatMap(vector))
  }
}
