internal import ApusHTTP

extension HTTP.Fields {
  /// The header fields that a session sends to any origin.
  ///
  /// The implementation lists the allowed field names, because an unknown field such as `X-Api-Key`
  /// may be as secret as `Authorization`.
  var withoutBoundFields: HTTP.Fields {
    var fields = HTTP.Fields()
    for field in self where field.name.goesToEveryOrigin { fields.append(field.name, field.value) }
    return fields
  }
}

extension HTTP.FieldName {
  /// A Boolean value that indicates whether a session sends a field with this name to any origin.
  var goesToEveryOrigin: Bool {
    switch self {
    case .accept, .acceptEncoding, .acceptLanguage, "Accept-Charset", .userAgent: true
    default: false
    }
  }
}
