extension Authentication {
  /// A user's answers to one Digest challenge: a value that counts the requests of each nonce.
  ///
  /// Requests that run side by side share one session, whose `next` is called by one at a time.
  ///
  /// RFC 7616 section 3.4.
  public struct DigestSession: Sendable {
    /// The challenge that is answered.
    public let challenge: DigestChallenge
    private let user: String
    private let password: Secret
    /// The nonce in use: the challenge's, until the server names another one.
    private(set) var nonce: [UInt8]
    /// The number of requests that were sent with the nonce.
    package var requestCount: UInt32 = 0
    /// The key of a session that has one, and the client's nonce that it was made of.
    private var first: (key: Secret, clientNonce: [UInt8])?

    /// The number of random bytes in a client nonce.
    private static let clientNonceByteCount = 16

    /// Creates the answers of a user to a challenge.
    ///
    /// - Parameters:
    ///   - challenge: The challenge to answer.
    ///   - user: The name of the user.
    ///   - password: The password of the user.
    public init(_ challenge: DigestChallenge, user: String, password: Secret) {
      self.challenge = challenge
      self.user = user
      self.password = password
      nonce = challenge.nonce
    }

    /// Answers for the next request, and counts it.
    ///
    /// - Parameters:
    ///   - request: The method, target and content of the request.
    ///   - random: The source of random bytes.
    public mutating func next(
      _ request: RequestFacts, using random: some RandomSource
    ) throws(AuthenticationError) -> DigestAnswer {
      let bytes: [UInt8]
      do throws(RandomError) {
        bytes = try random.bytes(Self.clientNonceByteCount)
      } catch {
        throw .randomness(error)
      }
      return try next(request, clientNonce: Array(Base64.encode(bytes, .url).utf8))
    }

    /// Answers for the next request by a nonce of the client that is given.
    package mutating func next(
      _ request: RequestFacts, clientNonce: [UInt8]
    ) throws(AuthenticationError) -> DigestAnswer {
      let quality = try challenge.quality(for: request.content)
      let (count, isExhausted) = requestCount.addingReportingOverflow(1)
      guard !isExhausted else { throw .nonceExhausted }
      // A server may compute the key again for each request, so the first client nonce is always
      // used.
      let clientNonce = first?.clientNonce ?? clientNonce
      let key = key(clientNonce)
      let proof = DigestProof(
        function: challenge.algorithm.function, key: key, nonce: nonce, count: count,
        clientNonce: clientNonce, target: Array(request.target.utf8))
      let value = try DigestField(challenge, user, proof).value(of: request, quality)
      requestCount = count
      if challenge.algorithm.hasSessionKey { first = (key, clientNonce) }
      return DigestAnswer(value: value, quality: quality, proof: proof)
    }

    /// Returns whether a challenge requests the next answer of this session, with the nonce in use.
    func isOn(_ challenge: DigestChallenge) -> Bool {
      nonce == challenge.nonce && self.challenge.algorithm == challenge.algorithm
        && self.challenge.qualities == challenge.qualities
    }

    /// Takes the nonce that a server names for the next request, and counts from the start.
    ///
    /// - Parameter info: The server's fields in the response.
    public mutating func heed(_ info: AuthenticationInfo) {
      guard let next = info.nextNonce, next != nonce else { return }
      nonce = next
      requestCount = 0
    }

    /// `H(A1)`: the hash of name, realm and password, and for the session its hash with the nonces.
    ///
    /// RFC 7616 section 3.4.2.
    private func key(_ clientNonce: [UInt8]) -> Secret {
      if let first { return first.key }
      let function = challenge.algorithm.function
      let colon: [UInt8] = [0x3a]
      let key = function.secretHex(
        password.between(Array(user.utf8) + colon + challenge.realm + colon))
      guard challenge.algorithm.hasSessionKey else { return key }
      return function.secretHex(key.between([], and: colon + nonce + colon + clientNonce))
    }
  }

  /// The input of a digest, computed by the client and by the server that authenticates itself.
  struct DigestProof: Sendable, Equatable {
    let function: DigestAlgorithm.Function
    let key: Secret
    let nonce: [UInt8]
    let count: UInt32
    let clientNonce: [UInt8]
    let target: [UInt8]

    /// The count in the eight digits of the field.
    var countDigits: [UInt8] {
      Array(Hex.encode((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }).utf8)
    }

    /// The response for a method, which is empty in a server's.
    ///
    /// RFC 7616 sections 3.4.1 and 3.4.3.
    func response(
      method: String, _ quality: DigestChallenge.Quality?, content: [UInt8]
    ) -> [UInt8] {
      let colon: [UInt8] = [0x3a]
      var request = Array(method.utf8) + colon + target
      if quality == .authInt { request += colon + function.hex(content) }
      var tail = colon + nonce + colon
      if let quality {
        tail += countDigits + colon + clientNonce + colon + Array(quality.rawValue.utf8) + colon
      }
      tail += function.hex(request)
      return function.secretHex(key.between([], and: tail)).withBytes { $0.copy() }
    }
  }
}

extension Authentication.DigestSession: CustomStringConvertible, CustomReflectable {
  /// The number of answered requests, without the user.
  public var description: String {
    "a Digest session with \(requestCount) authorized requests <redacted>"
  }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
