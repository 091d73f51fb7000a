internal import ApusHTTP
internal import ApusSerialization

/// The encoded form (`Codable`) of a configuration.
///
/// Encoding a configuration never writes a secret. The encoded form omits the client's identity,
/// the key log, session tickets, cookies, credentials, the cache and sensitive fields. The encoded
/// form also omits monitors and notification closures.
///
/// Encoding fails for a setting that cannot be written if the omission of the setting would change
/// the meaning of the configuration. Encoding fails for custom root certificates, a trust
/// challenge, a certificate evaluator of a policy, a resolver and proxies. Encoding also fails for
/// HSTS hosts, interceptors and a custom JSON coder. Closures that decide about redirects,
/// challenges or the destination of downloads also make encoding fail. Each serializer must be a
/// serializer of `ApusSerialization` or an `ArchivedSerializer`, so serializers for property lists
/// also make encoding fail. After decoding a configuration, set the settings that cannot be
/// encoded. A decoded configuration is trusted like the program itself, because it chooses the
/// trusted roots and the disabled checks.
extension HTTPSession.Configuration: Codable {
  private enum Key: String, CodingKey {
    case timeouts, pool, dns, tls, egress, sockets, limits, headers, origins, acceptedStatuses,
      json
    case jsonTypes, requestSerializer, responseSerializer, decodesContent, redirects, retry
    case allowsSecretsInClear, keepsTimelines, sendsTraceContext, rateLimit
    case expectContinueByteCount, downloadDestination
  }

  public func encode(to encoder: any Encoder) throws {
    guard let json = json as? JSONCoder else {
      throw EncodingError.unwritable(
        self, encoder, "the coder cannot be encoded: only a JSONCoder can be encoded")
    }
    guard interceptors.isEmpty, callInterceptors.isEmpty else {
      throw EncodingError.unwritable(self, encoder, "the setting interceptors cannot be encoded")
    }
    guard proxies.isNone else {
      throw EncodingError.unwritable(self, encoder, "the setting proxies cannot be encoded")
    }
    guard strictTransport == nil else {
      throw EncodingError.unwritable(self, encoder, "the setting strictTransport cannot be encoded")
    }
    guard authentication.onChallenge == nil else {
      throw EncodingError.unwritable(
        self, encoder, "the closure authentication.onChallenge cannot be encoded")
    }
    guard downloads.place == nil else {
      throw EncodingError.unwritable(self, encoder, "the closure downloads.place cannot be encoded")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(redirects, forKey: .redirects)
    try values.encode(retry, forKey: .retry)
    try values.encode(authentication.allowsSecretsInClear, forKey: .allowsSecretsInClear)
    try values.encode(timeouts, forKey: .timeouts)
    try values.encode(pool, forKey: .pool)
    try values.encode(dns, forKey: .dns)
    try values.encode(tls, forKey: .tls)
    try values.encode(egress, forKey: .egress)
    try values.encode(sockets, forKey: .sockets)
    try values.encode(limits, forKey: .limits)
    try values.encode(headers, forKey: .headers)
    try values.encode(origins, forKey: .origins)
    try values.encode(acceptedStatuses, forKey: .acceptedStatuses)
    try values.encode(json, forKey: .json)
    try values.encode(jsonTypes, forKey: .jsonTypes)
    try values.encode(
      try RequestArchive(requestSerializer, encoder), forKey: .requestSerializer)
    try values.encodeIfPresent(
      try responseSerializer.map { try ResponseArchive($0, encoder) }, forKey: .responseSerializer)
    try values.encode(decodesContent, forKey: .decodesContent)
    try values.encodeIfPresent(rateLimit, forKey: .rateLimit)
    try values.encodeIfPresent(expectContinueByteCount, forKey: .expectContinueByteCount)
    try values.encodeIfPresent(downloads.destination, forKey: .downloadDestination)
    try values.encode(keepsTimelines, forKey: .keepsTimelines)
    try values.encode(sendsTraceContext, forKey: .sendsTraceContext)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    redirects = try values.decode(HTTPSession.RedirectPolicy.self, forKey: .redirects)
    retry = try values.decodeIfPresent(HTTP.RetryPolicy.self, forKey: .retry) ?? .none
    authentication.allowsSecretsInClear = try values.decode(
      Bool.self, forKey: .allowsSecretsInClear)
    timeouts = try values.decode(HTTPSession.Timeouts.self, forKey: .timeouts)
    pool = try values.decode(HTTPSession.PoolLimits.self, forKey: .pool)
    dns = try values.decode(HTTPSession.HostNames.self, forKey: .dns)
    tls = try values.decode(HTTPSession.TLSSettings.self, forKey: .tls)
    egress = try values.decode(HTTPSession.EgressRules.self, forKey: .egress)
    sockets = try values.decode(HTTPSession.Sockets.self, forKey: .sockets)
    limits = try values.decode(HTTPSession.ContentLimits.self, forKey: .limits)
    headers = try values.decode(HTTP.Fields.self, forKey: .headers)
    origins = try values.decode([String].self, forKey: .origins)
    acceptedStatuses = try values.decode(HTTP.AcceptedStatuses.self, forKey: .acceptedStatuses)
    json = try values.decode(JSONCoder.self, forKey: .json)
    jsonTypes = try values.decode([String]?.self, forKey: .jsonTypes)
    requestSerializer = try values.decode(
      RequestArchive.self, forKey: .requestSerializer
    ).serializer
    requestSerializer.http.adopt(.plain)
    parameters = requestSerializer.http.style
    responseSerializer = try values.decodeIfPresent(
      ResponseArchive.self, forKey: .responseSerializer)?.serializer
    decodesContent = try values.decode(Bool.self, forKey: .decodesContent)
    expectContinueByteCount = try values.decodeIfPresent(
      Int.self, forKey: .expectContinueByteCount)
    downloads.destination = try values.decodeIfPresent(String.self, forKey: .downloadDestination)
    rateLimit = try values.decodeIfPresent(HTTPSession.RateLimit.self, forKey: .rateLimit)
    keepsTimelines = try values.decodeIfPresent(Bool.self, forKey: .keepsTimelines) ?? false
    sendsTraceContext = try values.decodeIfPresent(Bool.self, forKey: .sendsTraceContext) ?? false
  }
}

extension HTTPSession.RedirectPolicy: Codable {
  private enum Key: String, CodingKey {
    case limit, allowsDowngrade, sendsContentToOtherOrigins
  }

  /// Encodes the configuration; throws an error if a setting that changes its meaning cannot be
  /// encoded.
  ///
  /// - Parameter encoder: The encoder to which the configuration is written.
  public func encode(to encoder: any Encoder) throws {
    guard onRedirect == nil else {
      throw EncodingError.unwritable(
        self, encoder, "the closure redirects.onRedirect cannot be encoded")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(limit, forKey: .limit)
    try values.encode(allowsDowngrade, forKey: .allowsDowngrade)
    try values.encode(sendsContentToOtherOrigins, forKey: .sendsContentToOtherOrigins)
  }

  /// Decodes a configuration.
  ///
  /// - Parameter decoder: The decoder from which the configuration is read.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    limit = try values.decode(Int.self, forKey: .limit)
    allowsDowngrade = try values.decode(Bool.self, forKey: .allowsDowngrade)
    sendsContentToOtherOrigins = try values.decode(
      Bool.self, forKey: .sendsContentToOtherOrigins)
  }
}

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
