internal import ApusBytes
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

extension HTTP.Fields {
  /// Whether they show a credential that some servers take for the whole connection, so that the
  /// next request on it would be taken for the same user's.
  var tieToConnection: Bool { isTied(by: .authorization) || isTied(by: .proxyAuthorization) }

  private func isTied(by name: HTTP.FieldName) -> Bool {
    guard let value = self[name] else { return false }
    let scheme = value.bytes.prefix { $0 != 0x20 }
    return Self.tiedSchemes.contains { ASCII.equalsIgnoringCase(Array(scheme).span, $0) }
  }

  private static let tiedSchemes = ["ntlm", "negotiate"]
}
