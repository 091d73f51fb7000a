internal import ApusHTTP

extension HTTP.Fields {
  /// These fields without those that a session sends to its own origins alone.
  ///
  /// `X-Api-Key` is as secret as `Authorization`: what may go to anyone is named, and not what may
  /// not.
  var withoutBoundFields: HTTP.Fields {
    var fields = HTTP.Fields()
    for field in self where field.name.goesToEveryOrigin { fields.append(field.name, field.value) }
    return fields
  }
}

extension HTTP.FieldName {
  /// Whether a session sends such a field to any origin.
  var goesToEveryOrigin: Bool {
    switch self {
    case .accept, .acceptEncoding, .acceptLanguage, "Accept-Charset", .userAgent: true
    default: false
    }
  }
}
