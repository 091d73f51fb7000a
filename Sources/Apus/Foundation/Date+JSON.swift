internal import ApusBytes
public import ApusSerialization
public import FoundationEssentials

/// The JSON forms of Foundation's types, in all of a program that links this module.

extension Date: FoundationType {
  package static var jsonConversion: JSONConversion {
    .moment(Date.self, from: { Date($0) }, to: { JSONMoment($0) })
  }
}

extension Data: FoundationType {
  package static var jsonConversion: JSONConversion {
    .bytes(Data.self, from: { Data($0) }, to: { Array($0) })
  }
}

extension FoundationEssentials.URL: FoundationType {
  package static var jsonConversion: JSONConversion {
    JSONConversion(URL.self) { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let url = URL(string: text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "no URL: \(ForeignText.escaped(text.utf8))")
      }
      return url
    } writing: { url, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(url.absoluteString)
    }
  }
}

extension Decimal: FoundationType {
  package static var jsonConversion: JSONConversion {
    JSONConversion(Decimal.self) { decoder in
      let container = try decoder.singleValueContainer()
      let number = try container.decode(JSONValue.self)
      guard case .number(let number) = number, let decimal = Decimal(string: "\(number)") else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "no number that a Decimal has room for")
      }
      return decimal
    } writing: { decimal, encoder in
      guard decimal.isFinite else {
        throw EncodingError.invalidValue(
          decimal,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "\(decimal) is not a number in JSON"))
      }
      try JSONValue.number(JSONNumber(spelled: "\(decimal)")).encode(to: encoder)
    }
  }
}

/// Foundation's types as parameters of a query or a form.

extension Date: ParameterConvertible {
  /// The date, in the form of the style.
  public var parameterValue: ParameterValue { .moment(JSONMoment(self)) }
}

extension FoundationEssentials.URL: ParameterConvertible {
  /// The text of the URL.
  public var parameterValue: ParameterValue { .text(absoluteString) }
}

extension UUID: ParameterConvertible {
  /// The text of the identifier.
  public var parameterValue: ParameterValue { .text(uuidString) }
}

extension Data: ParameterConvertible {
  /// The bytes, which are escaped.
  public var parameterValue: ParameterValue { .data(Array(self)) }
}

extension Decimal: ParameterConvertible {
  /// The number in all of its digits.
  public var parameterValue: ParameterValue {
    isFinite ? .number(JSONNumber(spelled: "\(self)")) : .nonFinite(.nan)
  }
}
