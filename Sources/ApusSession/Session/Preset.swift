internal import ApusHTTP

/// What all requests of a session have in common, worked out once.
final class Preset: Sendable {
  /// What targets are resolved against, and what connections to its server are made for.
  let base: HTTP.URL?
  ///
  /// What they are made for changes with the roots and the identity where it is over TLS.
  let key: PoolKey?
  /// What handshakes stand on; a double has none.
  let footings: Footings?
  let timeouts: HTTPSession.Timeouts
  /// Fields of every request that does not set them itself.
  private let headers: HTTP.Fields
  private let decodes: Bool
  /// What a request is sent with that has no fields of its own.
  private let usual: (HTTP.Fields, decodes: Bool)

  init(
    _ base: HTTP.URL?, _ configuration: HTTPSession.Configuration, _ footings: Footings?
  ) {
    self.base = base
    self.footings = footings
    key = base.flatMap { $0.scheme.isSecure ? nil : PoolKey($0.origin) }
    timeouts = configuration.timeouts
    headers = configuration.headers
    decodes = configuration.decodesContent
    usual = Self.asking(headers, if: decodes)
  }

  /// The fields with which a request is sent, and whether the session has asked for codings.
  func fields(of request: HTTP.Request) -> (HTTP.Fields, decodes: Bool) {
    let isUsual = request.headers.isEmpty && request.body.mediaType == nil
    if isUsual, request.method != .connect { return usual }
    var fields = request.headers
    for field in headers where !request.headers.contains(field.name) {
      fields.append(field.name, field.value)
    }
    if let type = request.body.mediaType, !fields.contains(.contentType) {
      fields.append(.contentType, HTTP.FieldValue("\(type)"))
    }
    return Self.asking(fields, if: decodes && request.method != .connect)
  }

  /// Asks for codings, unless the fields say which are accepted, or ask for a range.
  private static func asking(
    _ fields: HTTP.Fields, if isWanted: Bool
  ) -> (HTTP.Fields, decodes: Bool) {
    guard isWanted, !fields.contains(.acceptEncoding), !fields.contains(.range) else {
      return (fields, false)
    }
    var fields = fields
    fields.append(.acceptEncoding, "gzip, deflate")
    return (fields, true)
  }
}
