internal import ApusBytes
public import ApusFoundation
public import ApusSerialization

/// These conversions give Foundation types their JSON forms in each program that links this module.

extension Date: FoundationType {
  package static var jsonConversion: JSON.Conversion {
    .moment(Date.self, from: { Date($0) }, to: { JSON.Moment($0) })
  }
}

extension Data: FoundationType {
  package static var jsonConversion: JSON.Conversion {
    .bytes(Data.self, from: { Data($0) }, to: { Array($0) })
  }
}

extension ApusFoundation.URL: FoundationType {
  package static var jsonConversion: JSON.Conversion {
    JSON.Conversion(URL.self) { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let url = URL(string: text) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "the text is not a valid URL: \(ForeignText.escaped(text.utf8))")
      }
      return url
    } writing: { url, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(url.absoluteString)
    }
  }
}

extension Decimal: FoundationType {
  package static var jsonConversion: JSON.Conversion {
    JSON.Conversion(Decimal.self) { decoder in
      let container = try decoder.singleValueContainer()
      let number = try container.decode(JSON.Value.self)
      guard case .number(let number) = number, let decimal = Decimal(string: "\(number)") else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "the number does not fit into a Decimal")
      }
      return decimal
    } writing: { decimal, encoder in
      guard decimal.isFinite else {
        throw EncodingError.invalidValue(
          decimal,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "\(decimal) is not a number in JSON"))
      }
      try JSON.Value.number(JSON.Number(spelled: "\(decimal)")).encode(to: encoder)
    }
  }
}

/// These conformances make Foundation types parameters of a query or a form.

extension Date: RequestParameters.Convertible {
  /// The date in the form of the parameter style.
  public var parameterValue: RequestParameters.Value { .moment(JSON.Moment(self)) }
}

extension ApusFoundation.URL: RequestParameters.Convertible {
  /// The text of the absolute URL.
  public var parameterValue: RequestParameters.Value { .text(absoluteString) }
}

extension UUID: RequestParameters.Convertible {
  /// The text of the universally unique identifier (UUID).
  public var parameterValue: RequestParameters.Value { .text(uuidString) }
}

extension Data: RequestParameters.Convertible {
  /// The bytes of the data, which are percent-encoded.
  public var parameterValue: RequestParameters.Value { .data(Array(self)) }
}

extension Decimal: RequestParameters.Convertible {
  /// The decimal number with all of its digits.
  public var parameterValue: RequestParameters.Value {
    isFinite ? .number(JSON.Number(spelled: "\(self)")) : .nonFinite(.nan)
  }
}
