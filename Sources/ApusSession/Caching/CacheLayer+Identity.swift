internal import ApusAuthentication
internal import ApusBytes
internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP

/// The rule that distinguishes users of a cache.
///
/// The cache follows the interceptors of requests; signatures and connections follow the cache. Its
/// key is made of the request as the last interceptor has left it:
///
/// - the values of fields of credentials, and of all fields that are marked as sensitive.
///   `Caching.Key` has these;
/// - the session's own credential for Digest, in place of the field, which has a nonce count;
/// - the name of the key that signs, in place of the signature;
/// - the client's certificate, which is part of the security identity of the connection;
/// - the path of the Unix socket, if one replaces the server;
/// - the proxy and its credential, if the proxy could change the response: if it reads the request,
///   or if the connection beyond it is not protected.
///
/// A request with any other credential neither stores its response nor gets a stored one. The same
/// key decides which requests wait for each other. A background validation is sent with the fields
/// of the request that was looked up.
extension CacheLayer {
  /// Adds the identity that the fields of a request do not show.
  func identify(
    _ request: inout Caching.Request, _ prepared: PreparedRequest, _ call: CallContext
  ) {
    let hidden = prepared.hiddenIdentity
    var parts: [[UInt8]] = []
    if prepared.key.security != nil, !tag.isEmpty { parts += [Array("session".utf8), tag] }
    if prepared.key.security == nil, let proxy = prepared.key.proxy {
      parts += [Array("proxy \(proxy)".utf8), proxy.credential.map(identity) ?? []]
    }
    if let path = prepared.key.own?.socketPath ?? socketPath {
      parts += [Array("socket".utf8), Array(path.utf8)]
    }
    for signer in hidden?.signers ?? [] {
      guard let name = signer.identity else {
        request.isUnidentified = true
        continue
      }
      parts += [Array("signer".utf8), Array(name.utf8)]
    }
    if call.isSigned { request.isUnidentified = true }
    if let answer = hidden?.answer, answer.space.scheme == .digest,
      request.fields[answer.field.name] == answer.field.value
    {
      request.identities[answer.field.name] = identity(of: answer.credential)
    } else if request.fields.containsAny(of: .ofCredentials),
      request.fields.contains(where: \.isPassingCredential)
    {
      request.isUnidentified = true
    }
    guard !parts.isEmpty else { return }
    var writer = ByteWriter()
    for part in parts {
      writer.write(UInt64(part.count))
      writer.write(part)
    }
    request.credentials = writer.bytes
  }

  private func identity(of credential: Authentication.Credential) -> [UInt8] {
    cache.keying.identity(of: credential.identifyingBytes)
  }
}
