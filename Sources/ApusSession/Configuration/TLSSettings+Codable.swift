internal import ApusSerialization
internal import ApusTLS

/// The encoded form (`Codable`) of the TLS and trust settings, without any secret.
///
/// The encoded form omits the client's identity, the key log, the ticket store and the handshake
/// callbacks. Decoded settings keep session tickets in memory, unless resumption is disabled.
/// Encoding fails for custom root certificates, for revocation evidence and for a trust challenge.
/// The omission of one of these settings would change the set of trusted servers.
extension HTTPSession.TLSSettings: Codable {
  private enum Key: String, CodingKey {
    case pins, pinsCoverEveryHost, pinsAllowClearText, policy, policies, serverNames, versions,
      groups
    case suites, signatureSchemes, certificateSchemes
    case requiresExtendedMasterSecret, resumes, brokenFilesLifetime
    case unlistedIdentities
  }

  public func encode(to encoder: any Encoder) throws {
    guard roots.isSystem else {
      throw EncodingError.unwritable(
        self, encoder, "the certificates in tls.roots cannot be encoded")
    }
    guard revocation == nil else {
      throw EncodingError.unwritable(
        self, encoder, "the evidence of revocation in the TLS settings cannot be encoded")
    }
    guard challenge == nil else {
      throw EncodingError.unwritable(
        self, encoder, "the closure for TLS challenges cannot be encoded")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(pins, forKey: .pins)
    try values.encode(pinsCoverEveryHost, forKey: .pinsCoverEveryHost)
    try values.encode(pinsAllowClearText, forKey: .pinsAllowClearText)
    try values.encode(policy, forKey: .policy)
    try values.encode(policies, forKey: .policies)
    try values.encode(serverNames, forKey: .serverNames)
    try values.encode(versions.map(\.rawValue).sorted(), forKey: .versions)
    try values.encode(groups.map(\.rawValue), forKey: .groups)
    try values.encode(suites.map(\.rawValue), forKey: .suites)
    try values.encode(signatureSchemes.map(\.rawValue), forKey: .signatureSchemes)
    try values.encode(certificateSchemes.map(\.rawValue), forKey: .certificateSchemes)
    try values.encode(brokenFilesLifetime, forKey: .brokenFilesLifetime)
    try values.encode(requiresExtendedMasterSecret, forKey: .requiresExtendedMasterSecret)
    try values.encode(unlistedIdentities.rawValue, forKey: .unlistedIdentities)
    try values.encode(resumption.isOn, forKey: .resumes)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func known<Number: RawRepresentable<UInt16>>(_ key: Key) throws -> [Number] {
      try values.decode([UInt16].self, forKey: key).map { number in
        guard let known = Number(rawValue: number) else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: values, debugDescription: "the encoded number \(number) is not known")
        }
        return known
      }
    }
    self.init()
    pins = try values.decode([HTTPSession.PinnedHosts].self, forKey: .pins)
    pinsCoverEveryHost = try values.decode(Bool.self, forKey: .pinsCoverEveryHost)
    pinsAllowClearText = try values.decode(Bool.self, forKey: .pinsAllowClearText)
    policy = try values.decode(TLS.Policy.self, forKey: .policy)
    policies = try values.decode([String: TLS.Policy].self, forKey: .policies)
    serverNames = try values.decode([String: String].self, forKey: .serverNames)
    versions = Set(try known(.versions))
    groups = try known(.groups)
    suites = try known(.suites)
    signatureSchemes = try known(.signatureSchemes)
    certificateSchemes = try known(.certificateSchemes)
    brokenFilesLifetime = try values.decode(Duration.self, forKey: .brokenFilesLifetime)
    requiresExtendedMasterSecret = try values.decode(
      Bool.self, forKey: .requiresExtendedMasterSecret)
    let treatment = try values.decode(String.self, forKey: .unlistedIdentities)
    guard let unlisted = TLS.UnlistedIdentities(rawValue: treatment) else {
      throw DecodingError.dataCorruptedError(
        forKey: .unlistedIdentities, in: values,
        debugDescription: "the treatment \(treatment) of unlisted identities is not known")
    }
    unlistedIdentities = unlisted
    resumption = try values.decode(Bool.self, forKey: .resumes) ? .inMemory : .off
  }
}

extension HTTPSession.Resumption {
  /// A Boolean value that indicates whether the session resumes TLS connections.
  fileprivate var isOn: Bool { if case .nowhere = place { false } else { true } }
}
