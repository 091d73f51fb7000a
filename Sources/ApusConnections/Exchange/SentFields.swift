internal import ApusBytes
package import ApusHTTP

/// The serialized header fields of requests to one server.
///
/// The fields are boxed because most requests of a session share them.
package final class SentFields: Sendable {
  let fields: HTTP.Fields
  let written: HTTP.WrittenFields
  /// A Boolean value that indicates whether the fields permit another request on the same
  /// connection.
  let persists: Bool

  /// Checks and serializes header fields for a server and a route.
  package init(
    _ fields: HTTP.Fields, to origin: HTTP.Origin, _ route: HTTP.Route
  ) throws(HTTP.WriteError) {
    self.fields = fields
    written = try HTTP.WrittenFields(fields, to: origin, route)
    persists = !written.closes && !fields.tieToConnection
  }
}

/// The header fields of one request before its route is known.
package enum RequestFields: Sendable {
  /// The session's default header fields, serialized for direct requests to the server of the base
  /// URL.
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
  /// A Boolean value that indicates whether the fields contain an NTLM or Negotiate credential.
  /// Some servers apply such a credential to the whole connection, and would attribute the next
  /// request on the connection to the same user.
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
