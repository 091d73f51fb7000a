internal import ApusBytes

/// A method is coded as its name, which must be a token. RFC 9110 section 9.1.
extension HTTP.Method: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard HTTP.Token.isToken(name) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no method: \(ForeignText.escaped(name.utf8))")
    }
    self.init(name)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
