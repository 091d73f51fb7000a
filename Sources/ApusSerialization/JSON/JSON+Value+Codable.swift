/// A JSON value can be a property of a `Codable` type.
extension JSON.Value: Codable {
  public init(from decoder: any Decoder) throws {
    if let ours = decoder as? ValueDecoder {
      self = ours.reading.document.value(at: ours.place)
    } else {
      try self.init(foreign: decoder)
    }
  }

  /// Decodes a JSON value with the decoder of another coder, such as Foundation's `JSONDecoder`, by
  /// trying each JSON type.
  private init(foreign decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PathKey.self) {
      self = .object(
        JSON.Object(
          try container.allKeys.map {
            ($0.stringValue, try container.decode(JSON.Value.self, forKey: $0))
          }))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try [JSON.Value](from: decoder))
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let integer = try? container.decode(Int64.self) {
        self = .number(JSON.Number(integer))
      } else if let integer = try? container.decode(UInt64.self) {
        self = .number(JSON.Number(integer))
      } else if let number = JSON.Number((try? container.decode(Double.self)) ?? .nan) {
        self = .number(number)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let ours = encoder as? ValueEncoder { return try ours.write(json: self) }
    switch self {
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object):
      var container = encoder.container(keyedBy: PathKey.self)
      for (name, value) in object {
        try container.encode(value, forKey: PathKey(stringValue: name))
      }
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      try encode(to: &container)
    }
  }

  private func encode(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let bool): try container.encode(bool)
    case .string(let text): try container.encode(text)
    case .number(let number):
      if let integer = number.exactly(Int64.self) {
        try container.encode(integer)
      } else if let integer = number.exactly(UInt64.self) {
        try container.encode(integer)
      } else {
        try container.encode(number.double ?? .infinity)
      }
    case .null, .array, .object: try container.encodeNil()
    }
  }
}
