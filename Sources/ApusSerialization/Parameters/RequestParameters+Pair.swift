internal import ApusHTTP

extension RequestParameters {
  /// A field of a form or a query, such as `page=2`.
  public struct Pair: Sendable, Hashable {
    /// The value of a form field: a string, bytes, a list, or no value.
    public enum Content: Sendable, Hashable {
      /// The form field consists only of a name, without `=`.
      case none
      /// The value of the form field is a string.
      case text(String)
      /// The value of the form field is a byte array.
      case bytes([UInt8])
      /// The value of the form field is a comma-separated list of strings.
      case list([String])
    }

    /// The name of the form field, including the names of enclosing objects, such as
    /// `filter[tags][]`.
    public let name: String
    /// The value of the form field.
    public let content: Content
  }
}

extension RequestParameters {
  /// Returns the form fields of the parameters in depth-first order.
  ///
  /// A nested object member has the field name `parent[child]`. Empty arrays and objects have no
  /// form fields. The elements of a set are sorted, and their field name is the name of the set.
  ///
  /// - Parameter style: The naming of nested values, and the forms of dates and bytes.
  public func pairs(
    _ style: RequestParameters.Style = RequestParameters.Style()
  ) throws(RequestParameters.WritingError) -> [RequestParameters.Pair] {
    var flattening = Flattening(style)
    for member in members { try flattening.add(member.value, member.name, depth: 0) }
    return flattening.pairs
  }

  /// Returns the text of a query or a form: percent-encoded names and values, joined by `&`.
  ///
  /// A null value is written as `name`, and an empty string is written as `name=`.
  ///
  /// - Parameter style: The naming of nested values, and the forms of dates and bytes.
  public func formText(
    _ style: RequestParameters.Style = RequestParameters.Style()
  ) throws(RequestParameters.WritingError) -> String {
    String(decoding: try formBytes(style), as: UTF8.self)
  }

  /// Returns the bytes of a query or a form for a request body.
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
