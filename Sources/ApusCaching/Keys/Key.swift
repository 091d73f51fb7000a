public import ApusBytes
internal import ApusCrypto
internal import ApusNet

extension Caching {
  /// Names all entries of one URL, for all users.
  public struct Place: Hashable, Sendable {
    /// Thirty-two bytes.
    public let bytes: [UInt8]

    /// Hashes the first bytes: they are a keyed digest's, and no one can choose them.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes.firstWord) }
  }

  /// Names the entries that may answer a request: of its URL, its trust and its credentials.
  public struct Key: Hashable, Sendable {
    /// Which URL it is.
    public let place: Place
    /// Thirty-two bytes that differ where the trust or the credentials do.
    public let identity: [UInt8]

    /// Hashes the first bytes, as those of a place.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(place)
      hasher.combine(identity.firstWord)
    }
  }

  /// Makes keys, by a secret that no one else has.
  ///
  /// A key tells nothing of the URL or the credentials to anyone without the secret. A store that
  /// outlives the process keeps the secret beside its entries.
  public final class Keying: Sendable {
    /// How many bytes a secret has.
    public static let secretByteCount = 32

    private let secret: SecretBytes
    private let memo = Lock(KeyMemo())

    /// Makes keys by a secret.
    public init(secret: Span<UInt8>) { self.secret = SecretBytes(copying: secret) }

    /// Makes keys by a secret that is random.
    public convenience init(using random: some RandomSource) throws(RandomError) {
      let secret = try SecretBytes(count: Self.secretByteCount) { bytes throws(RandomError) in
        try random.fill(&bytes)
      }
      self.init(copying: secret)
    }

    private init(copying secret: borrowing SecretBytes) { self.secret = secret.copy() }

    /// Returns the place of a URL without its fragment.
    public func place(of url: HTTP.URL) -> Place {
      if let place = memo.withLock({ $0.places[url] }) { return place }
      let place = Place(bytes: code(.place, [Array(url.absoluteForm.utf8)]))
      memo.withLock { $0.remember(place, of: url) }
      return place
    }

    /// Returns the key of a request.
    public func key(of request: Request) -> Key {
      Key(place: place(of: request.url), identity: identity(of: request))
    }

    private func identity(of request: Request) -> [UInt8] {
      let client = KeyMemo.Client(trust: request.trust, credentials: request.credentials)
      // Values of fields are secrets: what is made of them is made each time, and not kept.
      let isKept = !Self.secretFields.contains { request.fields.contains($0) }
      if isKept, let identity = memo.withLock({ $0.identities[client] }) { return identity }
      let values = Self.secretFields.map { request.fields[$0]?.bytes ?? [] }
      let identity = code(.identity, [client.trust, client.credentials] + values)
      if isKept { memo.withLock { $0.remember(identity, of: client) } }
      return identity
    }

    /// The fields that say for whom a request is.
    private static let secretFields: [HTTP.FieldName] = [
      .authorization, .cookie, .proxyAuthorization,
    ]

    /// Returns sixteen bytes that stand for the value of a field; nil where the request has none.
    func digest(of name: HTTP.FieldName, in fields: HTTP.Fields) -> [UInt8]? {
      guard let value = fields[name] else { return nil }
      return Array(
        code(.selection, [name.text.utf8.map(ASCII.lowercased), value.bytes]).prefix(16))
    }

    /// What a code is for, so that no two kinds of message are the same.
    private enum Purpose: UInt8 { case place, identity, selection }

    /// The code of parts, each behind its length, so that no two lists of parts are the same.
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

/// What codes were made of last, so that a request that is made again needs none.
///
/// There are few of them, and none of a long URL: what the memo takes is bounded.
private struct KeyMemo {
  /// For whom a request is, beyond its fields.
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
