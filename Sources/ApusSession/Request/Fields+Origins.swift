internal import ApusHTTP

extension HTTP.Fields {
  /// These fields without the ones for the session's own origins.
  ///
  /// `X-Api-Key` is as secret as `Authorization`, so the list has the allowed names instead of the
  /// forbidden ones.
  var withoutBoundFields: HTTP.Fields {
    var fields = HTTP.Fields()
    for field in self where field.name.goesToEveryOrigin { fields.append(field.name, field.value) }
    return fields
  }
}

extension HTTP.FieldName {
  /// A Boolean value that indicates whether a session sends such a field to any origin.
  var goesToEveryOrigin: Bool {
    switch self {
    case .accept, .acceptEncoding, .acceptLanguage, "Accept-Charset", .userAgent: true
    default: false
    }
  }
}
