internal import ApusAuthentication
internal import ApusBytes
internal import ApusConnections
internal import ApusCrypto
internal import ApusHTTP
internal import ApusNet

/// The identity of the requests that one download sends.
///
/// The identity consists of the header fields of the first sent request, including credentials, of
/// the client certificate, of the Unix socket that replaces the server, and of a proxy that could
/// change the response. For requests to other origins after redirects, only the credentials count,
/// because mirror hosts differ from call to call.
///
/// A request with a single-use credential, such as a signature, has no identity that a later
/// request could match.
final class SentIdentity: Sendable {
  private struct Hop {
    let origin: HTTP.Origin
    var bytes: [UInt8]
  }

  private struct State {
    var hops: [Hop] = []
    var isUnidentified = false
  }

  private let state = Lock(State())
  /// The path of the Unix socket that replaces all servers of the session.
  private let socketPath: String?

  init(socketPath: String?) { self.socketPath = socketPath }

  /// Adds a sent request to the identity. If several requests are sent to one origin, the last
  /// request determines the identity.
  func note(_ prepared: PreparedRequest) {
    state.withLock { state in
      let origin = prepared.url.origin
      let isFirst = state.hops.first.map { $0.origin == origin } ?? true
      guard let bytes = bytes(of: prepared, credentialsAlone: !isFirst) else {
        state.isUnidentified = true
        return
      }
      if let index = state.hops.firstIndex(where: { $0.origin == origin }) {
        state.hops[index].bytes = bytes
      } else if isFirst || !bytes.isEmpty {
        state.hops.append(Hop(origin: origin, bytes: bytes))
      }
    }
  }

  /// Returns an authentication code of the identity, which reveals nothing without the key.
  ///
  /// The function returns `nil` if the requests have no identity.
  func code(_ key: [UInt8]) -> [UInt8]? {
    state.withLock { state in
      guard !state.isUnidentified, !state.hops.isEmpty else { return nil }
      var code = HMAC(.sha256, key: key.span)
      for hop in state.hops {
        code.update(Self.part("\(hop.origin)".utf8).span)
        code.update(Self.part(hop.bytes).span)
      }
      return code.finalize()
    }
  }

  private func bytes(of prepared: PreparedRequest, credentialsAlone: Bool) -> [UInt8]? {
    let answer = prepared.hiddenIdentity?.answer
    guard prepared.hiddenIdentity?.signers.isEmpty ?? true else { return nil }
    var bytes: [UInt8] = []
    if let security = prepared.key.security {
      // The security settings in the pool key include the client certificate.
      if !credentialsAlone { bytes += Self.part(security.lastingDigest) }
    }
    if !credentialsAlone, let path = prepared.key.own?.socketPath ?? socketPath {
      bytes += Self.part("socket \(path)".utf8)
    }
    if prepared.key.security == nil, let proxy = prepared.key.proxy {
      if !credentialsAlone { bytes += Self.part("proxy \(proxy)".utf8) }
      if let credential = proxy.credential {
        bytes += credential.identifyingBytes.withBytes { Self.part(SHA256.digest(of: $0)) }
      }
    }
    for field in prepared.fields where !Self.isOfOneRequest(field.name) {
      guard !credentialsAlone || Self.isOfCredentials(field) else { continue }
      bytes += Self.part(field.name.description.utf8.map(ASCII.lowercased))
      if let answer, answer.space.scheme == .digest, answer.field == field {
        // The `Authorization` value contains a nonce count, but the credential itself does not
        // change.
        bytes += answer.credential.identifyingBytes.withBytes { Self.part(SHA256.digest(of: $0)) }
        continue
      }
      guard !field.isPassingCredential else { return nil }
      bytes += Self.part(field.value.bytes)
    }
    return bytes
  }

  /// Returns bytes with their length as a prefix, so that different lists of byte strings have
  /// different encodings.
  private static func part(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt64(bytes.count))
    writer.write(Array(bytes))
    return writer.bytes
  }

  private static func isOfOneRequest(_ name: HTTP.FieldName) -> Bool {
    switch name {
    case .range, .ifRange, .traceParent, .traceState: true
    default: false
    }
  }

  private static func isOfCredentials(_ field: HTTP.Field) -> Bool {
    switch field.name {
    case .authorization, .cookie: true
    default: field.value.isSensitive
    }
  }
}

extension HTTP.Field {
  /// A Boolean value that indicates whether the field contains a single-use credential.
  var isPassingCredential: Bool {
    guard HTTP.FieldNames.ofCredentials.contains(name) else { return false }
    let scheme = value.bytes.prefix { $0 != 0x20 && $0 != 0x09 }.map(ASCII.lowercased)
    return Self.passingSchemes.contains { scheme.starts(with: $0.utf8) }
  }

  /// The prefixes of authentication schemes whose credentials contain a nonce, a date or a
  /// signature.
  ///
  /// The list also contains the schemes that authenticate a connection instead of a request.
  private static let passingSchemes = [
    "digest", "ntlm", "negotiate", "oauth", "hawk", "signature", "aws4-", "hmac", "scram-",
    "sharedkey", "mutual", "hoba",
  ]
}

extension HTTP.FieldNames {
  /// The names of the fields that contain a credential of an authentication scheme.
  static let ofCredentials: HTTP.FieldNames = [.authorization, .proxyAuthorization]
}

/// The facts that identify the user of a request and that its header fields do not show to the
/// cache.
///
/// The facts are stored in a separate object, because few requests have them.
final class HiddenIdentity: Sendable {
  /// The session's own credential for the request.
  ///
  /// The `Authorization` value of the same credential may differ from request to request.
  let answer: Authentication.Answer?
  /// The signers that sign the request after the cache lookup, in the order of the interceptors.
  let signers: [RequestSigner]

  init(answer: Authentication.Answer?, signers: [RequestSigner] = []) {
    self.answer = answer
    self.signers = signers
  }
}
