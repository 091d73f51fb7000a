public import ApusBytes
internal import ApusCrypto
internal import ApusNet

extension Caching {
  /// Names all entries of one URL, for all users.
  public struct Place: Hashable, Sendable {
    /// Thirty-two bytes.
    public let bytes: [UInt8]
    private let firstWord: UInt64

    init(bytes: [UInt8]) {
      self.bytes = bytes
      firstWord = bytes.firstWord
    }

    public static func == (left: Place, right: Place) -> Bool {
      left.firstWord == right.firstWord && left.bytes == right.bytes
    }

    /// Hashes the first bytes: they are from a keyed digest, so peers cannot choose them.
    ///
    /// - Parameter hasher: The hasher that receives the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(firstWord) }
  }

  /// Names the entries that may answer a request: of its URL, its trust and its identity.
  ///
  /// The identity consists of the values of all fields that carry credentials by their name or are
  /// marked as sensitive, and of the credentials that a request has beyond its fields. One user
  /// never gets the response to another, and waits for none.
  public struct Key: Hashable, Sendable {
    /// The URL of the key.
    public let place: Place
    /// Thirty-two bytes that differ where the trust or the credentials do.
    public let identity: [UInt8]

    /// Hashes the first bytes, as for a place.
    ///
    /// - Parameter hasher: The hasher that receives the members.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(place)
      hasher.combine(identity.firstWord)
    }
  }

  /// Computes keys with a secret of its own.
  ///
  /// A key does not reveal the URL or the credentials without the secret. A store that outlives the
  /// process keeps the secret next to its entries.
  public final class Keying: Sendable {
    /// The number of bytes of a secret.
    public static let secretByteCount = 32

    private let secret: SecretBytes
    private let memo = Lock(KeyMemo())

    /// Makes keys by a secret.
    ///
    /// - Parameter secret: The bytes, which peers must not know.
    public init(secret: Span<UInt8>) { self.secret = SecretBytes(copying: secret) }

    /// Makes keys by a secret that is random.
    ///
    /// - Parameter random: The source of random bytes.
    public convenience init(using random: some RandomSource) throws(RandomError) {
      let secret = try SecretBytes(count: Self.secretByteCount) { bytes throws(RandomError) in
        try random.fill(&bytes)
      }
      self.init(copying: secret)
    }

    private init(copying secret: borrowing SecretBytes) { self.secret = secret.copy() }

    /// Returns the place of a URL without its fragment.
    ///
    /// - Parameter url: The URL of a request.
    public func place(of url: HTTP.URL) -> Place {
      if let place = memo.withLock({ $0.places[url] }) { return place }
      let place = Place(bytes: code(.place, [Array(url.absoluteForm.utf8)]))
      memo.withLock { $0.remember(place, of: url) }
      return place
    }

    /// Returns the key of a request.
    ///
    /// - Parameter request: The request as it will be sent.
    public func key(of request: Request) -> Key {
      Key(place: place(of: request.url), identity: identity(of: request))
    }

    private func identity(of request: Request) -> [UInt8] {
      let client = KeyMemo.Client(trust: request.trust, credentials: request.credentials)
      let secrets = secrets(of: request)
      // Values of fields are secrets: their codes are computed each time, and not kept.
      let isKept = secrets.isEmpty
      if isKept, let identity = memo.withLock({ $0.identities[client] }) { return identity }
      let identity = code(.identity, [client.trust, client.credentials] + secrets)
      if isKept { memo.withLock { $0.remember(identity, of: client) } }
      return identity
    }

    /// The names and values of the fields that identify the user of a request.
    private func secrets(of request: Request) -> [[UInt8]] {
      var parts: [[UInt8]] = []
      for name in request.fields.present(of: Self.credentialFields) {
        if let identity = request.identities[name] {
          // The value of another user's field may have the bytes of the identity.
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
      // The order of different fields has no meaning.
      for (name, field) in marked.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
        parts += [name, field.value.bytes]
      }
      return parts
    }

    /// The fields that carry credentials even if they are not marked as sensitive.
    private static let credentialFields: HTTP.FieldNames = [
      .authorization, .cookie, .proxyAuthorization, "X-Api-Key", "Api-Key", "X-Auth-Token",
      "X-Access-Token", "X-Goog-Api-Key", "X-Amz-Security-Token", "X-Vault-Token", "Private-Token",
    ]

    private static func lowercased(_ name: HTTP.FieldName) -> [UInt8] {
      name.text.utf8.map(ASCII.lowercased)
    }

    /// Returns the keyed hash of a secret, of thirty-two bytes.
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

    /// Returns sixteen bytes that identify the value of a field; nil if the request has none.
    func digest(of name: HTTP.FieldName, in request: Request) -> [UInt8]? {
      guard let value = request.fields[name] else { return nil }
      let identity = request.identities[name]
      let label = Self.lowercased(name) + (identity == nil ? [] : [0])
      return Array(code(.selection, [label, identity ?? value.bytes]).prefix(16))
    }

    /// The purpose of a code, so that no two kinds of message are the same.
    private enum Purpose: UInt8 { case place, identity, selection, credential }

    /// The code of parts, each after its length, so that no two lists of parts are the same.
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

/// The inputs of the last codes, so that a repeated request needs none.
///
/// There are few of them, and none of a long URL: the size of the memo is bounded.
private struct KeyMemo {
  /// The user of a request, beyond its fields.
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
  /// The first eight bytes as one number.
  fileprivate var firstWord: UInt64 { prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
