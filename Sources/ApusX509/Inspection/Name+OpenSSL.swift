internal import ApusASN1
internal import ApusBytes

/// The two text forms of distinguished names in OpenSSL.
extension X509.Name {
  /// The distinguished name in the form `C = SE, O = "A, B", CN = x + OU = y`. A value with an
  /// ambiguous character is in quotation marks. Characters other than printable ASCII are shown as
  /// the bytes of their UTF-8 encoding.
  var openSSLText: String {
    steps.map { step in
      step.attributes.map(\.openSSLText).joined(separator: " + ")
    }.joined(separator: ", ")
  }

  /// The distinguished name in the form `/C=SE/O=A, B`, which OpenSSL uses in lists of names.
  var openSSLLine: String {
    attributes.map { attribute in
      let value: [UInt8] =
        switch attribute.value {
        case .text(let text): text.content
        case .other(let der): der
        }
      return "/\(OpenSSLNames.attribute(attribute.type))=\(OpenSSLNames.escaped(value))"
    }.joined()
  }
}

extension X509.Attribute {
  fileprivate var openSSLText: String {
    let name = OpenSSLNames.attribute(type)
    switch value {
    case .other(let der): return "\(name) = #\(der.map(OpenSSLNames.upperHex).joined())"
    case .text(let text): return "\(name) = \(OpenSSLNames.quoted(text.string))"
    }
  }
}

extension OpenSSLNames {
  /// Returns a text with escapes for the bytes of control characters and non-ASCII characters. The
  /// quoted text is in quotation marks if it contains a special character of RFC 2253, or begins or
  /// ends with a space or `#`.
  static func quoted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var quoted = ""
    var needsQuotes = bytes.first == 0x23 || bytes.first == 0x20 || bytes.last == 0x20
    for byte in bytes {
      switch byte {
      case 0x22, 0x5c:
        quoted += "\\" + String(decoding: [byte], as: UTF8.self)
      case 0x2b, 0x2c, 0x3b, 0x3c, 0x3e:
        needsQuotes = true
        quoted += String(decoding: [byte], as: UTF8.self)
      case 0x20...0x7e: quoted += String(decoding: [byte], as: UTF8.self)
      default: quoted += "\\" + upperHex(byte)
      }
    }
    return needsQuotes ? "\"\(quoted)\"" : quoted
  }

  /// Returns bytes as text, with the escape `\xHH` for bytes other than printable ASCII.
  static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      0x20...0x7e ~= byte ? String(decoding: [byte], as: UTF8.self) : "\\x" + upperHex(byte)
    }.joined()
  }
}
