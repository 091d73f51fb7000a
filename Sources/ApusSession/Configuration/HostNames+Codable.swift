internal import ApusSerialization

/// The encoded form (`Codable`) of the host name settings. Encoding fails if the settings contain a
/// resolver.
extension HTTPSession.HostNames: Codable {
  private enum Key: String, CodingKey {
    case overrides, lifetime, unknownLifetime, limit
  }

  public func encode(to encoder: any Encoder) throws {
    guard resolver == nil else {
      throw EncodingError.unwritable(self, encoder, "the setting dns.resolver cannot be encoded")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(overrides, forKey: .overrides)
    try values.encode(lifetime, forKey: .lifetime)
    try values.encode(unknownLifetime, forKey: .unknownLifetime)
    try values.encode(limit, forKey: .limit)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    overrides = try values.decode([String: [String]].self, forKey: .overrides)
    lifetime = try values.decode(Duration.self, forKey: .lifetime)
    unknownLifetime = try values.decode(Duration.self, forKey: .unknownLifetime)
    limit = try values.decode(Int.self, forKey: .limit)
  }
}
