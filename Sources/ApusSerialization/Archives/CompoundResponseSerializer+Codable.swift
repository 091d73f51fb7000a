/// A compound is kept with its serializers, each of which must be of a kind of `ResponseArchive`.
extension CompoundResponseSerializer: Codable {
  private enum Key: String, CodingKey {
    case validation, serializers
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(validation, forKey: .validation)
    try values.encode(
      try serializers.map { try ResponseArchive($0, encoder) }, forKey: .serializers)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      try values.decode([ResponseArchive].self, forKey: .serializers).map(\.serializer))
    validation = try values.decode(ResponseValidation.self, forKey: .validation)
  }
}
