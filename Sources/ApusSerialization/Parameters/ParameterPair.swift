internal import ApusHTTP

/// A field that parameters come to: a name, and what stands behind it.
public struct ParameterPair: Sendable, Hashable {
  /// What stands behind a name.
  public enum Content: Sendable, Hashable {
    /// Nothing, not even a sign that something could.
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
  /// What stands behind the name.
  public let content: Content
}

extension RequestParameters {
  /// The fields that the parameters come to, depth first.
  ///
  /// An object's member is named `parent[child]`. What is empty comes to nothing, and the elements
  /// of a set stand under the bare name, sorted.
  public func pairs(
    _ style: ParameterStyle = ParameterStyle()
  ) throws(ParameterError) -> [ParameterPair] {
    var flattening = Flattening(style)
    for member in members { try flattening.add(member.value, member.name, depth: 0) }
    return flattening.pairs
  }

  /// The text of a query or a form: fields joined by `&`, names and values escaped.
  ///
  /// Nothing as value is a name alone, an empty text a name and `=`.
  public func formText(
    _ style: ParameterStyle = ParameterStyle()
  ) throws(ParameterError) -> String {
    var text = ""
    for pair in try pairs(style) {
      if !text.isEmpty { text += "&" }
      text += try pair.formText(style)
    }
    return text
  }
}

extension ParameterPair {
  fileprivate func formText(_ style: ParameterStyle) throws(ParameterError) -> String {
    let escaped = try escape(name, style)
    switch content {
    case .none: return escaped
    case .text(let text): return escaped + "=" + (try escape(text, style))
    case .bytes(let bytes): return escaped + "=" + Self.encoding(style).encode(bytes.span)
    case .list(let texts):
      var list = ""
      for (index, text) in texts.enumerated() {
        list += (index > 0 ? "," : "") + (try escape(text, style))
      }
      return escaped + "=" + list
    }
  }

  private func escape(_ text: String, _ style: ParameterStyle) throws(ParameterError) -> String {
    guard style.charset != .utf8 else { return Self.encoding(style).encode(text) }
    guard let bytes = style.charset.encode(text) else {
      throw .unencodable(field: name, style.charset)
    }
    return Self.encoding(style).encode(bytes.span)
  }

  private static func encoding(_ style: ParameterStyle) -> HTTP.PercentEncoding {
    switch style.escaping {
    case .query: .queryValue
    case .form: .form
    }
  }
}
