internal import ApusAuthentication
internal import ApusBytes
internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP

/// The rules of the cache for the separation of a session's users.
///
/// The cache runs after the request interceptors, and before signers and connections. The cache key
/// is computed from the request that the last interceptor returns. The cache key also contains:
///
/// - the values of credential fields, and of all fields that are marked as sensitive. `Caching.Key`
///   contains these values;
/// - the session's own Digest credential in place of the field value, because the field value
///   contains a nonce count;
/// - the name of the signing key in place of the signature;
/// - the client certificate, which is part of the security identity of the connection;
/// - the path of the Unix socket, if a Unix socket replaces the server;
/// - the proxy and the proxy's credential, if the proxy could change the response. A proxy can
///   change the response if it reads the request, or if the connection beyond the proxy is not
///   protected.
///
/// A request with any other credential bypasses the cache: the session neither stores the response
/// nor uses a stored response. Requests with the same cache key wait for each other's response. A
/// background validation is sent with the fields of the request that used the stored response.
extension CacheLayer {
  /// Adds the parts of a request's identity that the header fields do not contain to the cache key.
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
