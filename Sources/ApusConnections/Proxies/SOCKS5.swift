internal import ApusAuthentication
internal import ApusBytes
internal import ApusHTTP
internal import ApusNames

/// A SOCKS5 client that reads and writes messages without I/O.
///
/// RFC 1928, and RFC 1929 for a user and a password.
struct SOCKS5 {
  /// The next message that the client expects from the SOCKS proxy.
  private enum State {
    case method
    case authentication
    case request
    case connected
    case failed
  }

  /// The next action of the SOCKS client.
  enum Step {
    /// The client needs more bytes from the SOCKS proxy.
    case needsInput
    case send([UInt8])
    /// The client must send the password message directly from the memory of the secret.
    case show(Authentication.Secret)
    /// The SOCKS proxy has connected to the server, and all further bytes belong to the server.
    case connected
  }

  private var state = State.method
  private let request: [UInt8]
  private let credential: Authentication.Secret?

  /// Creates a SOCKS client for the host and port of an origin, with an optional user name and
  /// password.
  init(
    to origin: HTTP.Origin, _ credential: Authentication.Credential?
  ) throws(Connections.SOCKSFault) {
    request = Self.request(origin)
    self.credential = try credential.map { (credential) throws(Connections.SOCKSFault) in
      guard let message = credential.socksMessage else { throw .unfitCredential }
      return message
    }
  }

  /// The first message of the client, which offers authentication methods.
  ///
  ///     +----+----------+----------+
  ///     |VER | NMETHODS | METHODS  |
  ///     +----+----------+----------+
  ///
  /// RFC 1928 section 3.
  var greeting: [UInt8] { credential == nil ? [5, 1, 0] : [5, 2, 0, 2] }

  /// Returns the SOCKS request to connect to an origin. The proxy resolves a host name in the
  /// request.
  ///
  ///     +----+-----+-------+------+----------+----------+
  ///     |VER | CMD |  RSV  | ATYP | DST.ADDR | DST.PORT |
  ///     +----+-----+-------+------+----------+----------+
  ///
  /// RFC 1928 section 4.
  private static func request(_ origin: HTTP.Origin) -> [UInt8] {
    var bytes: [UInt8] = [5, 1, 0]
    switch origin.host {
    case .ipv4(let address): bytes += [1] + address.octets
    case .name(let name):
      // A host name has at most 253 bytes and a final dot.
      let text = Array(name.description.utf8)
      bytes += [3, UInt8(clamping: text.count)] + text
    case .ipv6(let address): bytes += [4] + address.octets
    }
    return bytes + [UInt8(origin.port >> 8), UInt8(truncatingIfNeeded: origin.port)]
  }

  /// Reads the next message of the SOCKS proxy. Returns the length of the message and the next
  /// action.
  mutating func read(
    _ bytes: Span<UInt8>
  ) throws(Connections.SOCKSFault) -> (consumed: Int, step: Step) {
    do throws(Connections.SOCKSFault) {
      switch state {
      case .method: return try readMethod(bytes)
      case .authentication: return try readVerdict(bytes)
      case .request: return try readReply(bytes)
      case .connected: return (0, .connected)
      case .failed: throw .malformed
      }
    } catch {
      state = .failed
      throw error
    }
  }

  private mutating func readMethod(
    _ bytes: Span<UInt8>
  ) throws(Connections.SOCKSFault) -> (consumed: Int, step: Step) {
    guard bytes.isEmpty || bytes[0] == 5 else { throw .otherVersion(Int(bytes[0])) }
    guard bytes.count >= 2 else { return (0, .needsInput) }
    switch (bytes[1], credential) {
    case (0, _):
      state = .request
      return (2, .send(request))
    case (2, let credential?):
      state = .authentication
      return (2, .show(credential))
    case (0xff, _): throw .noAcceptableMethod
    default: throw .malformed
    }
  }

  /// RFC 1929 section 2.
  private mutating func readVerdict(
    _ bytes: Span<UInt8>
  ) throws(Connections.SOCKSFault) -> (consumed: Int, step: Step) {
    guard bytes.count >= 2 else { return (0, .needsInput) }
    guard bytes[0] == 1 else { throw .malformed }
    guard bytes[1] == 0 else { throw .credentialRefused }
    state = .request
    return (2, .send(request))
  }

  /// Reads the reply to the connection request. The client does not use the address in the reply,
  /// which has one of three lengths.
  ///
  /// RFC 1928 section 6.
  private mutating func readReply(
    _ bytes: Span<UInt8>
  ) throws(Connections.SOCKSFault) -> (consumed: Int, step: Step) {
    guard bytes.isEmpty || bytes[0] == 5 else { throw .otherVersion(Int(bytes[0])) }
    guard bytes.count >= 2 else { return (0, .needsInput) }
    guard bytes[1] == 0 else { throw .refused(Int(bytes[1])) }
    guard bytes.count >= 5 else { return (0, .needsInput) }
    guard bytes[2] == 0 else { throw .malformed }
    let length: Int
    switch bytes[3] {
    case 1: length = 4
    case 3: length = 1 + Int(bytes[4])
    case 4: length = 16
    default: throw .malformed
    }
    // The reply of the SOCKS proxy has at most 4 + 256 + 2 bytes.
    let end = 4 + length + 2
    guard bytes.count >= end else { return (0, .needsInput) }
    state = .connected
    return (end, .connected)
  }
}

extension Authentication.Credential {
  /// The SOCKS message with a user name and a password. The value is `nil` if the credential is of
  /// another kind or has an invalid length.
  ///
  ///     +----+------+----------+------+----------+
  ///     |VER | ULEN |  UNAME   | PLEN |  PASSWD  |
  ///     +----+------+----------+------+----------+
  ///
  /// RFC 1929 section 2.
  fileprivate var socksMessage: Authentication.Secret? {
    guard let (user, password) = userAndPassword, 1...255 ~= user.utf8.count,
      case let count = password.withBytes({ $0.count }), 1...255 ~= count
    else { return nil }
    let name = Array(user.utf8)
    return Authentication.Secret(
      password.between([1, UInt8(name.count)] + name + [UInt8(count)]))
  }
}
