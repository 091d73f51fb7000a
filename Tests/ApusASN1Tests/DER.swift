import ApusASN1

/// Returns the bytes of hexadecimal text, with optional spaces.
func der(_ hex: String) throws -> [UInt8] {
  try Hex.decode(Array(hex.utf8.filter { $0 != 0x20 }).span)
}

/// Reads hexadecimal DER from its first byte, and requires that no bytes are left over.
func read<Value>(
  _ hex: String, _ body: (inout DERReader, Span<UInt8>) throws -> Value
) throws -> Value {
  let bytes = try der(hex)
  var reader = DERReader(bytes.span)
  let value = try body(&reader, bytes.span)
  try reader.finish()
  return value
}

/// Returns the output of a writer in hexadecimal.
func written(_ body: (inout DERWriter) throws -> Void) rethrows -> String {
  var writer = DERWriter()
  try body(&writer)
  return Hex.encode(writer.bytes)
}

extension DERReader {
  /// Reads every value to the end, each as the type of its universal tag, and returns their number.
  mutating func readEverything(in bytes: Span<UInt8>) throws(ASN1Error) -> Int {
    var count = 0
    while !isAtEnd {
      let element = try readElement(in: bytes)
      count += 1
      if element.tag.isConstructed {
        var inner = try element.reader()
        count += try inner.readEverything(in: bytes)
        continue
      }
      switch element.tag {
      case .boolean: _ = try element.boolean(in: bytes)
      case .integer, .enumerated: _ = try element.wideInteger(in: bytes)
      case .bitString: _ = try element.bitString(in: bytes)
      case .null: try element.null()
      case .objectIdentifier: _ = try element.oid(in: bytes).description
      case .utcTime: _ = try element.utcTime(in: bytes)
      case .generalizedTime: _ = try element.generalizedTime(in: bytes)
      default:
        if ASN1.Text.Kind(element.tag) != nil {
          _ = try element.text(in: bytes).string(in: bytes)
        }
      }
    }
    return count
  }
}
