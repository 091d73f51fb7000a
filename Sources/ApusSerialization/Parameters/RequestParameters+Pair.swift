internal import ApusHTTP

extension RequestParameters {
  /// A form field: a name and an optional value.
  public struct Pair: Sendable, Hashable {
    /// The part after a name.
    public enum Content: Sendable, Hashable {
      /// No value and no `=`.
      case none
      /// Text.
      case text(String)
      /// Bytes as they are.
      case bytes([UInt8])
      /// Texts with commas between.
      case list([String])
    }

    /// The name, with the names around it: `filter[tags][]`.
    public let name: String
    /// The part after the name.
    public let content: Content
  }
}

extension RequestParameters {
  /// Returns the fields of the parameters, depth first.
  ///
  /// An object's member has the name `parent[child]`. Empty arrays and objects have no fields, and
  /// the elements of a set have the bare name and are sorted.
  ///
  /// - Parameter style: The names of nested values, and the forms of dates and bytes.
  public func pairs(
    _ style: RequestParameters.Style = RequestParameters.Style()
  ) throws(RequestParameters.WritingError) -> [RequestParameters.Pair] {
    var flattening = Flattening(style)
    for member in members { try flattening.add(member.value, member.name, depth: 0) }
    return flattening.pairs
  }

  /// Returns the text of a query or a form: fields joined by `&`, names and values escaped.
  ///
  /// A field without a value is only a name, an empty text is a name and `=`.
  ///
  /// - Parameter style: The names of nested values, and the forms of dates and bytes.
  public func formText(
    _ style: RequestParameters.Style = RequestParameters.Style()
  ) throws(RequestParameters.WritingError) -> String {
    String(decoding: try formBytes(style), as: UTF8.self)
  }

  /// The text of a query or a form as the bytes that a body has.
  func formBytes(_ style: RequestParameters.Style) throws(RequestParameters.WritingError) -> [UInt8]
  {
    let encoding: HTTP.PercentEncoding =
      switch style.escaping {
      case .query: .queryValue
      case .form: .form
      }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 * members.count)
    for (index, pair) in try pairs(style).enumerated() {
      if index > 0 { bytes.append(0x26) }
      try pair.write(to: &bytes, encoding, style.charset)
    }
    return bytes
  }
}

extension RequestParameters.Pair {
  fileprivate func write(
    to bytes: inout [UInt8], _ encoding: HTTP.PercentEncoding, _ charset: TextCharset
  ) throws(RequestParameters.WritingError) {
    try write(name, to: &bytes, encoding, charset)
    switch content {
    case .none: return
    case .text(let text):
      bytes.append(0x3d)
      try write(text, to: &bytes, encoding, charset)
    case .bytes(let content):
      bytes.append(0x3d)
      encoding.write(content.span, to: &bytes)
    case .list(let texts):
      bytes.append(0x3d)
      for (index, text) in texts.enumerated() {
        if index > 0 { bytes.append(0x2c) }
        try write(text, to: &bytes, encoding, charset)
      }
    }
  }

  private func write(
    _ text: String, to bytes: inout [UInt8], _ encoding: HTTP.PercentEncoding,
    _ charset: TextCharset
  ) throws(RequestParameters.WritingError) {
    guard charset != .utf8 else { return encoding.write(Array(text.utf8).span, to: &bytes) }
    guard let encoded = charset.encode(text) else {
      throw .unencodable(field: name, charset)
    }
    encoding.write(encoded.span, to: &bytes)
  }
}
