internal import ApusHTTP
internal import ApusSerialization

/// A configuration as a value that is kept.
///
/// No secret is ever written: the client's identity, the key log, the tickets of connections, and
/// fields whose value is marked as sensitive are left out, and so are functions that are merely
/// told something.
///
/// What cannot be written, and would mean another thing if it were left out, makes writing fail:
/// roots other than the system's, a challenge, a policy's evaluator, a resolver, a coder for JSON
/// of the caller's, and serializers other than those of `ApusSerialization`. Whoever has read a
/// configuration sets these anew. What is read is trusted as the program is: it says whom to
/// believe and which checks are lifted.
extension HTTPSession.Configuration: Codable {
  private enum Key: String, CodingKey {
    case timeouts, pool, dns, tls, egress, sockets, limits, headers, origins, acceptedStatuses,
      json
    case jsonTypes, requestSerializer, responseSerializer, decodesContent
  }

  public func encode(to encoder: any Encoder) throws {
    guard let json = json as? JSONCoder else {
      throw EncodingError.unwritable(self, encoder, "only a JSONCoder can be written")
    }
    var values = encoder.container(keyedBy: Key.self)
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
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    timeouts = try values.decode(HTTPSession.Timeouts.self, forKey: .timeouts)
    pool = try values.decode(HTTPSession.PoolLimits.self, forKey: .pool)
    dns = try values.decode(HTTPSession.HostNames.self, forKey: .dns)
    tls = try values.decode(HTTPSession.TLSSettings.self, forKey: .tls)
    egress = try values.decode(HTTPSession.EgressRules.self, forKey: .egress)
    sockets = try values.decode(HTTPSession.Sockets.self, forKey: .sockets)
    limits = try values.decode(HTTPSession.ContentLimits.self, forKey: .limits)
    headers = try values.decode(HTTP.Fields.self, forKey: .headers)
    origins = try values.decode([String].self, forKey: .origins)
    acceptedStatuses = try values.decode(ClosedRange<Int>?.self, forKey: .acceptedStatuses)
    json = try values.decode(JSONCoder.self, forKey: .json)
    jsonTypes = try values.decode([String]?.self, forKey: .jsonTypes)
    requestSerializer = try values.decode(
      RequestArchive.self, forKey: .requestSerializer
    ).serializer
    responseSerializer = try values.decodeIfPresent(
      ResponseArchive.self, forKey: .responseSerializer)?.serializer
    decodesContent = try values.decode(Bool.self, forKey: .decodesContent)
  }
}
