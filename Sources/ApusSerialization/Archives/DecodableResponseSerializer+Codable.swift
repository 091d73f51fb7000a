/// A serializer is kept with its coder, which must be a `JSONCoder` that can be written.
extension DecodableResponseSerializer: Codable {
  private enum Key: String, CodingKey {
    case validation, coder
  }

  public func encode(to encoder: any Encoder) throws {
    guard let coder = coder as? JSONCoder else {
      throw EncodingError.unwritable(self, encoder, "only a JSONCoder can be written")
    }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(validation, forKey: .validation)
    try values.encode(coder, forKey: .coder)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(coder: try values.decode(JSONCoder.self, forKey: .coder))
    validation = try values.decode(ResponseValidation.self, forKey: .validation)
  }
}
