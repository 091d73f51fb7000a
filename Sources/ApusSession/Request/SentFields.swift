internal import ApusHTTP

/// The fields with which requests are sent to one server, and what they mean for the connection.
///
/// They are boxed, because most requests of a session have the same.
final class SentFields: Sendable {
  let fields: HTTP.Fields
  let written: HTTP.WrittenFields
  /// Whether another request may follow on the connection.
  let persists: Bool

  /// Checks and writes fields for a server and a route.
  init(
    _ fields: HTTP.Fields, to origin: HTTP.Origin, _ route: HTTP.Route
  ) throws(HTTP.WriteError) {
    self.fields = fields
    written = try HTTP.WrittenFields(fields, to: origin, route)
    persists = !written.closes && !fields.tieToConnection
  }
}

/// The fields of one request, before it is known by which way it goes.
enum RequestFields: Sendable {
  /// The session's own alone, as they are written straight to the base's server.
  case written(SentFields)
  case unwritten(HTTP.Fields)

  var fields: HTTP.Fields {
    switch self {
    case .written(let sent): sent.fields
    case .unwritten(let fields): fields
    }
  }
}
