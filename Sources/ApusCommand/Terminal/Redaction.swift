import ApusBytes

/// The removal of secrets from URLs in a text. Query parameters with secret names get a placeholder
/// as their value.
enum Redaction {
  /// The names of secret query parameters in lower case and without separators.
  private static let names: Set<String> = [
    "token", "accesstoken", "refreshtoken", "idtoken", "authtoken", "sessiontoken",
    "xamzsecuritytoken", "apikey", "key", "secret", "clientsecret", "password", "passwd", "pwd",
    "pass", "auth", "authorization", "signature", "sig", "xamzsignature", "xgoogsignature",
    "session", "sessionid", "sid", "code", "jwt", "assertion", "credential", "xamzcredential",
  ]

  static let placeholder = "<sensitive>"

  /// Returns the text with a placeholder for the value of each secret query parameter.
  ///
  ///     query = *( pchar / "/" / "?" )
  ///
  /// RFC 3986 section 3.4. A parameter is the text between `?`, `&`, `;` and `#`.
  static func queries(in text: String) -> String {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      kept.append(byte)
      index += 1
      guard byte == 0x3f || byte == 0x26 || byte == 0x3b else { continue }
      let end = bytes[index...].firstIndex(where: endsValue) ?? bytes.count
      let parameter = bytes[index..<end]
      guard let sign = parameter.firstIndex(of: 0x3d), isSecret(parameter[..<sign]),
        sign + 1 < end
      else { continue }
      kept += bytes[index...sign] + Array(placeholder.utf8)
      index = end
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x26, 0x3b, 0x23, 0x22, 0x00...0x20, 0x7f: true
    default: false
    }
  }

  /// Returns whether a query parameter's name means that its value is secret.
  static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
    let letters = name.filter { ByteSet.letters.contains($0) }.map { $0 | 0x20 }
    return names.contains(String(decoding: letters, as: UTF8.self))
  }
}
