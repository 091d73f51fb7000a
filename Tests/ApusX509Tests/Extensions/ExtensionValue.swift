import ApusX509

extension X509.ExtensionValue {
  /// The value that hexadecimal DER is.
  static func read(_ hex: String) throws -> Self {
    let bytes = try bytes(of: hex)
    return try Self(bytes.span)
  }

  /// Returns the error for hexadecimal DER that is not such a value, or nil.
  static func refusal(_ hex: String) throws -> X509Error? {
    let bytes = try bytes(of: hex)
    do throws(X509Error) {
      _ = try Self(bytes.span)
      return nil
    } catch {
      return error
    }
  }
}

/// Returns the bytes of hexadecimal text, with optional spaces.
func bytes(of hex: String) throws -> [UInt8] {
  try Hex.decode(Array(hex.utf8.filter { $0 != 0x20 }).span)
}

/// One value of DER: a tag, and a content that may be of any length.
func tlv(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
  var length: [UInt8] = []
  var rest = content.count
  while rest > 0 {
    length.insert(UInt8(rest & 0xff), at: 0)
    rest >>= 8
  }
  if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
  return [tag, 0x80 | UInt8(length.count)] + length + content
}
