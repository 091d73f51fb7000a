extension Authentication {
  /// The sequence of a user's answers to one Digest challenge, with a count of the requests for
  /// each nonce.
  ///
  /// Concurrent requests share one session, and only one request at a time calls `next`.
  ///
  /// RFC 7616 section 3.4.
  public struct DigestSession: Sendable {
    /// The Digest challenge that the session answers.
    public let challenge: DigestChallenge
    private let user: String
    private let password: Secret
    /// The current nonce, which is the challenge's nonce until the server sends a new nonce.
    private(set) var nonce: [UInt8]
    /// The number of requests that were sent with the current nonce.
    package var requestCount: UInt32 = 0
    /// The session key and the client nonce of this key. The value is `nil` if the algorithm has no
    /// session key.
    private var first: (key: Secret, clientNonce: [UInt8])?

    /// The number of random bytes in a client nonce.
    private static let clientNonceByteCount = 16

    /// Creates a session of a user's answers to a Digest challenge.
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

    /// Returns the Digest answer for the next request and increases the nonce count.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the content of the request.
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

    /// Returns the Digest answer for the next request with a given client nonce.
    package mutating func next(
      _ request: RequestFacts, clientNonce: [UInt8]
    ) throws(AuthenticationError) -> DigestAnswer {
      let quality = try challenge.quality(for: request.content)
      let (count, isExhausted) = requestCount.addingReportingOverflow(1)
      guard !isExhausted else { throw .nonceExhausted }
      // The session always sends the first client nonce, because a server may compute the session
      // key again for each request.
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

    /// Returns whether this session can answer a new challenge, because the two challenges have the
    /// same nonce.
    func isOn(_ challenge: DigestChallenge) -> Bool {
      nonce == challenge.nonce && self.challenge.algorithm == challenge.algorithm
        && self.challenge.qualities == challenge.qualities
    }

    /// Replaces the current nonce by the server's next nonce, and resets the nonce count.
    ///
    /// - Parameter info: The authentication info of the server in the response.
    public mutating func heed(_ info: AuthenticationInfo) {
      guard let next = info.nextNonce, next != nonce else { return }
      nonce = next
      requestCount = 0
    }

    /// Returns the key `H(A1)`, which is the hash of the user name, the realm and the password. For
    /// an algorithm with a session key, the hash also covers the first nonces of the server and the
    /// client.
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

  /// The input of a Digest hash, which the client and the server compute in the same way.
  struct DigestProof: Sendable, Equatable {
    let function: DigestAlgorithm.Function
    let key: Secret
    let nonce: [UInt8]
    let count: UInt32
    let clientNonce: [UInt8]
    let target: [UInt8]

    /// The nonce count in eight hexadecimal digits, as in the `nc` parameter.
    var countDigits: [UInt8] {
      Array(Hex.encode((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }).utf8)
    }

    /// Returns the Digest response for a request method. The method is empty for a server's proof.
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
  /// The number of answered requests as text, without the user name.
  public var description: String {
    "a Digest session with \(requestCount) authorized requests <redacted>"
  }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
