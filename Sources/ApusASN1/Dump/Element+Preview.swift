extension ASN1.Dump {
  /// Returns the first bytes of a DER value's content as hexadecimal digits.
  static func hexPreview(_ content: Range<Int>, in bytes: Span<UInt8>) -> String {
    let shown = bytes.extracting(content.prefix(previewLimit))
    return Hex.encode(shown) + (content.count > previewLimit ? "…" : "")
  }

  /// Returns a text in quotation marks, with escapes for every character that can control a
  /// terminal.
  static func textPreview(_ text: String) -> String {
    var shown = "\""
    for scalar in text.unicodeScalars.prefix(previewLimit * 2) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if scalar == "\"" || scalar == "\\" { shown += "\\" }
        shown.unicodeScalars.append(scalar)
      }
    }
    let isWhole = text.unicodeScalars.dropFirst(previewLimit * 2).isEmpty
    return shown + (isWhole ? "\"" : "\"…")
  }
}

extension ASN1.Element {
  /// Returns a short description of a primitive DER value, and throws an error if the value is
  /// malformed.
  func preview(in bytes: Span<UInt8>) throws(ASN1Error) -> String {
    guard tag.class == .universal else { return untypedPreview(in: bytes) }
    switch tag {
    case .boolean: return try boolean(in: bytes) ? "TRUE" : "FALSE"
    case .integer, .enumerated:
      _ = try wideInteger(in: bytes)
      return byteCount <= 8
        ? "\(try integer(in: bytes))" : "0x" + ASN1.Dump.hexPreview(content, in: bytes)
    case .bitString:
      let bits = try bitString(in: bytes)
      return "\(bits.bitCount) bits " + ASN1.Dump.hexPreview(bits.bytes, in: bytes)
    case .null:
      try null()
      return ""
    case .objectIdentifier:
      let oid = try oid(in: bytes)
      guard byteCount <= ASN1.Dump.previewLimit * 2 else { return untypedPreview(in: bytes) }
      return oid.name.map { "\(oid) \($0)" } ?? "\(oid)"
    case .utcTime: return try timePreview(utcTime(in: bytes))
    case .generalizedTime: return try timePreview(generalizedTime(in: bytes))
    default:
      guard ASN1.Text.Kind(tag) != nil else { return untypedPreview(in: bytes) }
      return ASN1.Dump.textPreview(try text(in: bytes).string(in: bytes))
    }
  }

  /// Returns the content range of an OCTET STRING or of a BIT STRING of whole bytes, if the content
  /// looks like one DER value.
  ///
  /// The content looks like a DER value if a header spans exactly the content and the value is a
  /// list of values or a valid primitive value.
  func enclosedDER(in bytes: Span<UInt8>) -> Range<Int>? {
    var range = content
    switch tag {
    case .octetString: break
    case .bitString:
      guard let bits = try? wholeBitString(in: bytes) else { return nil }
      range = bits
    default: return nil
    }
    var reader = DERReader(range, depth: Int(depth) + 1)
    guard let inner = try? reader.readElement(in: bytes), reader.isAtEnd,
      inner.tag.class == .universal, inner.tag.universalName != nil
    else { return nil }
    if inner.tag == .sequence || inner.tag == .set { return range }
    guard !inner.tag.isConstructed, (try? inner.preview(in: bytes)) != nil else { return nil }
    return range
  }

  /// Returns the preview of bytes of an unknown ASN.1 type. The preview is text if all bytes are
  /// printable ASCII, and otherwise hexadecimal digits.
  private func untypedPreview(in bytes: Span<UInt8>) -> String {
    if tag.class != .universal, byteCount > 0,
      let text = try? text(.visible, in: bytes).string(in: bytes)
    {
      return ASN1.Dump.textPreview(text)
    }
    return ASN1.Dump.hexPreview(content, in: bytes)
  }

  private func timePreview(_ seconds: Int64) -> String {
    ASN1.CivilTime(secondsSinceEpoch: seconds)?.description ?? "\(seconds)"
  }
}
