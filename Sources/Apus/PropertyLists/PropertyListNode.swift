internal import ApusFoundation
internal import ApusSerialization

/// A request parameter in property list form. Moments become dates, bytes become data, and sets
/// become sorted arrays.
struct PropertyListNode: Encodable {
  private let value: RequestParameters.Value

  init(_ value: RequestParameters.Value) { self.value = value }

  private struct Key: CodingKey {
    let stringValue: String

    init(stringValue: String) { self.stringValue = stringValue }

    var intValue: Int? { nil }

    init?(intValue: Int) { return nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .array(let elements): try write(elements, encoder)
    case .set(let elements): try write(RequestParameters.Value.sorted(elements), encoder)
    case .object(let parameters):
      var container = encoder.container(keyedBy: Key.self)
      for member in parameters.members {
        let node = PropertyListNode(member.value)
        try container.encode(node, forKey: Key(stringValue: member.name))
      }
    case .null:
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a property list cannot contain a null value"))
    case .nonFinite(let double):
      throw EncodingError.invalidValue(
        double,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "a property list cannot contain the number \(double)"))
    case .bool(let bool): try single(bool, encoder)
    case .text(let text): try single(text, encoder)
    case .data(let bytes): try single(Data(bytes), encoder)
    case .moment(let moment):
      try single(Date(timeIntervalSince1970: moment.secondsSinceEpoch), encoder)
    case .number(let number):
      if let integer = number.exactly(Int64.self) {
        try single(integer, encoder)
      } else if let integer = number.exactly(UInt64.self) {
        try single(integer, encoder)
      } else if let double = number.double {
        try single(double, encoder)
      } else {
        try single("\(number)", encoder)
      }
    }
  }

  private func write(_ elements: [RequestParameters.Value], _ encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(PropertyListNode(element)) }
  }

  private func single(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
