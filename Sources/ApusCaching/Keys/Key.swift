public import ApusBytes
internal import ApusCrypto
internal import ApusNet

extension Caching {
  /// An identifier for all cache entries of one URL, shared by all users.
  public struct Place: Hashable, Sendable {
    /// The identifier of the URL, as a keyed digest of 32 bytes.
    public let bytes: [UInt8]
    private let firstWord: UInt64

    init(bytes: [UInt8]) {
      self.bytes = bytes
      firstWord = bytes.firstWord
    }

    public static func == (left: Place, right: Place) -> Bool {
      left.firstWord == right.firstWord && left.bytes == right.bytes
    }

    /// Hashes the first bytes of the URL's keyed digest. The digest is keyed, so servers cannot
    /// choose colliding URLs.
    ///
    /// - Parameter hasher: The hasher that receives the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(firstWord) }
  }

  /// The key of the cache entries for a request, made of the URL, the trust policy and the user's
  /// identity.
  ///
  /// The identity covers the values of all credential fields and of all fields that are marked as
  /// sensitive. The identity also covers credentials outside the fields, such as a client
  /// certificate. A user never receives a response to a request of a different user, and never
  /// waits for a different user's request.
  public struct Key: Hashable, Sendable {
    /// The identifier of the URL to which the request is sent.
    public let place: Place
    /// A digest of 32 bytes that identifies the trust policy and the credentials of the request.
    public let identity: [UInt8]

    /// Hashes the first bytes of the URL's digest and of the identity's digest.
    ///
    /// - Parameter hasher: The hasher that receives the bytes.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(place)
      hasher.combine(identity.firstWord)
    }
  }

  /// An object that computes cache keys with a secret.
  ///
  /// A cache key does not reveal the URL or the credentials without the secret. A store that
  /// outlives the process stores the secret together with its cache entries.
  public final class Keying: Sendable {
    /// The number of bytes of the secret for computing cache keys.
    public static let secretByteCount = 32

    private let secret: SecretBytes
    private let memo = Lock(KeyMemo())

    /// Creates an object that computes cache keys with a given secret.
    ///
    /// - Parameter secret: The secret bytes, which peers must not know.
    public init(secret: Span<UInt8>) { self.secret = SecretBytes(copying: secret) }

    /// Creates an object that computes cache keys with a random secret.
    ///
    /// - Parameter random: The source of random bytes.
    public convenience init(using random: some RandomSource) throws(RandomError) {
      let secret = try SecretBytes(count: Self.secretByteCount) { bytes throws(RandomError) in
        try random.fill(&bytes)
      }
      self.init(copying: secret)
    }

    private init(copying secret: borrowing SecretBytes) { self.secret = secret.copy() }

    /// Returns the identifier of a URL for its cache entries. The fragment of the URL is ignored.
    ///
    /// - Parameter url: The URL of a request.
    public func place(of url: HTTP.URL) -> Place {
      if let place = memo.withLock({ $0.places[url] }) { return place }
      let place = Place(bytes: code(.place, [Array(url.absoluteForm.utf8)]))
      memo.withLock { $0.remember(place, of: url) }
      return place
    }

    /// Returns the cache key of a request.
    ///
    /// - Parameter request: The request that the client is about to send.
    public func key(of request: Request) -> Key {
      Key(place: place(of: request.url), identity: identity(of: request))
    }

    private func identity(of request: Request) -> [UInt8] {
      let client = KeyMemo.Client(trust: request.trust, credentials: request.credentials)
      let secrets = secrets(of: request)
      // Digests of secret field values are not kept in the memo of recent cache keys.
      let isKept = secrets.isEmpty
      if isKept, let identity = memo.withLock({ $0.identities[client] }) { return identity }
      let identity = code(.identity, [client.trust, client.credentials] + secrets)
      if isKept { memo.withLock { $0.remember(identity, of: client) } }
      return identity
    }

    /// Returns the names and values of the fields that identify the user of a request.
    private func secrets(of request: Request) -> [[UInt8]] {
      var parts: [[UInt8]] = []
      for name in request.fields.present(of: Self.credentialFields) {
        if let identity = request.identities[name] {
          // The zero byte separates an identity from an equal field value of a different user.
          parts += [Self.lowercased(name) + [0], identity]
        } else {
          for value in request.fields.values(of: name) {
            parts += [Self.lowercased(name), value.bytes]
          }
        }
      }
      guard request.fields.hasMarkedSensitive else { return parts }
      let marked = request.fields.markedSensitive.map {
        (name: Self.lowercased($0.name), field: $0)
      }.filter { !Self.credentialFields.contains($0.field.name) }
      // The sorting makes the cache key independent of the order of the header fields.
      for (name, field) in marked.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        parts += [name, field.value.bytes]
      }
      return parts
    }

    /// The names of the fields that contain credentials even if they are not marked as sensitive.
    private static let credentialFields: HTTP.FieldNames = [
      .authorization, .cookie, .proxyAuthorization, "X-Api-Key", "Api-Key", "X-Auth-Token",
      "X-Access-Token", "X-Goog-Api-Key", "X-Amz-Security-Token", "X-Vault-Token", "Private-Token",
    ]

    private static func lowercased(_ name: HTTP.FieldName) -> [UInt8] {
      name.text.utf8.map(ASCII.lowercased)
    }

    /// Returns the keyed hash of a credential, which has 32 bytes.
    package func identity(of secret: borrowing SecretBytes) -> [UInt8] {
      let message = secret.withBytes { bytes in
        SecretBytes(count: bytes.count + 1) { message in
          message[0] = Purpose.credential.rawValue
          for index in bytes.indices { message[index + 1] = bytes[index] }
        }
      }
      return self.secret.withBytes { key in
        message.withBytes { HMAC.code(.sha256, key: key, for: $0) }
      }
    }

    /// Returns a digest of 16 bytes for the value of a request field. The value is `nil` if the
    /// request has no field with the name.
    func digest(of name: HTTP.FieldName, in request: Request) -> [UInt8]? {
      guard let value = request.fields[name] else { return nil }
      let identity = request.identities[name]
      let label = Self.lowercased(name) + (identity == nil ? [] : [0])
      return Array(code(.selection, [label, identity ?? value.bytes]).prefix(16))
    }

    /// The purpose of a keyed digest, which is a byte at the start of the digest's input.
    private enum Purpose: UInt8 { case place, identity, selection, credential }

    /// Returns the keyed digest of a list of byte strings. A length precedes each byte string, so
    /// different lists give different inputs.
    private func code(_ purpose: Purpose, _ parts: [[UInt8]]) -> [UInt8] {
      var writer = ByteWriter()
      writer.write(purpose.rawValue)
      for part in parts {
        writer.write(UInt64(part.count))
        writer.write(part)
      }
      return secret.withBytes { HMAC.code(.sha256, key: $0, for: writer.bytes.span) }
    }
  }
}

/// A table of recently computed cache keys, which saves the computation for a repeated request.
///
/// The number of cache keys and the length of their URLs are limited, so the size of the table is
/// bounded.
private struct KeyMemo {
  /// The trust policy and the credentials outside the header fields that identify the user of a
  /// request.
  struct Client: Hashable {
    let trust: [UInt8]
    let credentials: [UInt8]
  }

  private(set) var places: [HTTP.URL: Caching.Place] = [:]
  private(set) var identities: [Client: [UInt8]] = [:]

  private static let limit = 256
  private static let urlByteLimit = 1_024

  mutating func remember(_ place: Caching.Place, of url: HTTP.URL) {
    let byteCount = url.path.utf8.count + (url.query?.utf8.count ?? 0)
    guard byteCount + (url.fragment?.utf8.count ?? 0) <= Self.urlByteLimit else { return }
    if places.count >= Self.limit { places = [:] }
    places[url] = place
  }

  mutating func remember(_ identity: [UInt8], of client: Client) {
    if identities.count >= Self.limit { identities = [:] }
    identities[client] = identity
  }
}

extension [UInt8] {
  /// The first eight bytes as a 64-bit integer in network byte order.
  fileprivate var firstWord: UInt64 { prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
