internal import ApusBytes
internal import ApusX509

/// The encoding and decoding of a trust policy.
///
/// The encoding throws an error for a policy with a certificate evaluator or revocation lists,
/// because the decoded policy would accept more servers. The encoding omits the callback
/// `onReport`, which rejects no server.
extension TLS.Policy: Codable {
  private enum Key: String, CodingKey {
    case pinning, allowsInvalidCertificates, danger, pinnedCertificates, rules, coversEveryHost
    case profile, requirements, leastRSABitCount, revocation, extent
  }

  private struct Rule: Codable {
    var hosts: String
    var pins: [String]
    var backups: [String]
    var expires: Int64?
    var isReportOnly: Bool
  }

  public func encode(to encoder: any Encoder) throws {
    guard evaluator == nil, !revocation.isInformed else {
      let context = EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "an evaluator or revocation lists cannot be encoded")
      throw EncodingError.invalidValue(self, context)
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(pinning.rawValue, forKey: .pinning)
    try values.encode(allowsInvalidCertificates, forKey: .allowsInvalidCertificates)
    try values.encode(danger.names, forKey: .danger)
    try values.encode(
      pinnedCertificates.map { Base64.encode($0.der) }, forKey: .pinnedCertificates)
    let rules = self.rules.rules.map { rule in
      Rule(
        hosts: "\(rule.hosts)", pins: rule.pins.map(\.description),
        backups: rule.backups.map(\.description), expires: rule.expiry?.secondsSinceEpoch,
        isReportOnly: rule.isReportOnly)
    }
    try values.encode(rules, forKey: .rules)
    try values.encode(self.rules.coversEveryHost, forKey: .coversEveryHost)
    try values.encode(profile.name, forKey: .profile)
    try values.encode(profile.requirements.map(\.rawValue), forKey: .requirements)
    try values.encode(leastRSABitCount, forKey: .leastRSABitCount)
    try values.encode("\(revocation.policy)", forKey: .revocation)
    try values.encode("\(revocation.extent)", forKey: .extent)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func invalid(_ key: Key, _ why: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: values, debugDescription: why)
    }
    func choice<Choice: CaseIterable>(_ key: Key, of: Choice.Type) throws -> Choice {
      let name = try values.decode(String.self, forKey: key)
      let found = Choice.allCases.first { "\($0)".utf8.elementsEqual(name.utf8) }
      guard let found else { throw invalid(key, "the encoded policy has no \(name)") }
      return found
    }
    self.init()
    let mode = try values.decode(Int.self, forKey: .pinning)
    guard let pinning = TLS.Pinning(rawValue: mode) else {
      throw invalid(.pinning, "the pinning mode \(mode) is not known")
    }
    self.pinning = pinning
    allowsInvalidCertificates = try values.decode(Bool.self, forKey: .allowsInvalidCertificates)
    guard let danger = TLS.Danger(names: try values.decode([String].self, forKey: .danger)) else {
      throw invalid(.danger, "the encoded policy has an unknown danger")
    }
    self.danger = danger
    pinnedCertificates = try values.decode([String].self, forKey: .pinnedCertificates).map {
      try X509.Certificate(try Base64.decode($0))
    }
    let rules = try values.decode([Rule].self, forKey: .rules).map { rule in
      try TLS.PinRule(
        TLS.HostPattern(rule.hosts), rule.pins.map { try X509.Pin($0) },
        backups: rule.backups.map { try X509.Pin($0) },
        expires: rule.expires.map { UnixTime(secondsSinceEpoch: $0) },
        isReportOnly: rule.isReportOnly)
    }
    self.rules = try TLS.PinRules(
      rules, coversEveryHost: try values.decode(Bool.self, forKey: .coversEveryHost))
    let requirements = try values.decode([UInt8].self, forKey: .requirements).map { number in
      guard let requirement = X509.Requirement(rawValue: number) else {
        throw invalid(.requirements, "the requirement number \(number) is not known")
      }
      return requirement
    }
    profile = X509.Profile(
      try values.decode(String.self, forKey: .profile), X509.Requirements(requirements))
    leastRSABitCount = try values.decode(Int.self, forKey: .leastRSABitCount)
    revocation = try X509.Revocation(
      try choice(.revocation, of: X509.Revocation.Policy.self),
      of: try choice(.extent, of: X509.Revocation.Extent.self))
  }
}
