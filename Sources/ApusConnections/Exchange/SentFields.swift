internal import ApusBytes
package import ApusHTTP

/// The fields with which requests are sent to one server, and what they mean for the connection.
///
/// They are boxed, because most requests of a session have the same.
package final class SentFields: Sendable {
  let fields: HTTP.Fields
  let written: HTTP.WrittenFields
  /// Whether another request may follow on the connection.
  let persists: Bool

  /// Checks and writes fields for a server and a route.
  package init(
    _ fields: HTTP.Fields, to origin: HTTP.Origin, _ route: HTTP.Route
  ) throws(HTTP.WriteError) {
    self.fields = fields
    written = try HTTP.WrittenFields(fields, to: origin, route)
    persists = !written.closes && !fields.tieToConnection
  }
}

/// The fields of one request, before it is known by which way it goes.
package enum RequestFields: Sendable {
  /// The session's own alone, as they are written straight to the base's server.
  case written(SentFields)
  case unwritten(HTTP.Fields)

  package var fields: HTTP.Fields {
    switch self {
    case .written(let sent): sent.fields
    case .unwritten(let fields): fields
    }
  }
}

extension HTTP.Fields {
  /// Whether they show a credential that some servers take for the whole connection, so that the
  /// next request on it would be taken for the same user's.
  fileprivate var tieToConnection: Bool {
    isTied(by: .authorization) || isTied(by: .proxyAuthorization)
  }

  private func isTied(by name: HTTP.FieldName) -> Bool {
    guard let value = self[name] else { return false }
    let scheme = value.bytes.prefix { $0 != 0x20 }
    return Self.tiedSchemes.contains { ASCII.equalsIgnoringCase(Array(scheme).span, $0) }
  }

  private static let tiedSchemes = ["ntlm", "negotiate"]
}
