internal import ApusHTTP

extension RequestParameters {
  /// A type that can be converted to a request parameter, such as a string or an integer.
  ///
  ///     let (page, tags, note): (Int, [String], String?) = (2, ["a", "b"], nil)
  ///     let parameters: RequestParameters = ["page": page, "tags": tags, "note": note]
  ///
  /// Strings, numbers, arrays, sets and dictionaries conform to the protocol. An enumeration with
  /// raw values needs only a declaration: `enum Order: String, RequestParameters.Convertible`.
  public protocol Convertible {
    /// The request parameter to which the value is converted.
    var parameterValue: RequestParameters.Value { get }
  }
}

extension RequestParameters.Convertible
where Self: RawRepresentable, RawValue: RequestParameters.Convertible {
  /// The raw value as a request parameter.
  public var parameterValue: RequestParameters.Value { rawValue.parameterValue }
}

extension RequestParameters.Convertible where Self: BinaryInteger {
  /// The integer as a request parameter.
  public var parameterValue: RequestParameters.Value { RequestParameters.Value(self) }
}

extension RequestParameters.Convertible where Self: StringProtocol {
  /// The string as a request parameter.
  public var parameterValue: RequestParameters.Value { RequestParameters.Value(self) }
}

extension Int: RequestParameters.Convertible {}
extension Int8: RequestParameters.Convertible {}
extension Int16: RequestParameters.Convertible {}
extension Int32: RequestParameters.Convertible {}
extension Int64: RequestParameters.Convertible {}
extension UInt: RequestParameters.Convertible {}
extension UInt8: RequestParameters.Convertible {}
extension UInt16: RequestParameters.Convertible {}
extension UInt32: RequestParameters.Convertible {}
extension UInt64: RequestParameters.Convertible {}
extension String: RequestParameters.Convertible {}
extension Substring: RequestParameters.Convertible {}

extension Bool: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { .bool(self) }
}

extension Double: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { RequestParameters.Value(self) }
}

extension Float: RequestParameters.Convertible {
  /// The floating-point number as a request parameter. For example, a `Float` of 0.1 is written as
  /// `0.1`.
  public var parameterValue: RequestParameters.Value {
    isFinite ? .number(JSON.Number(.text(description))) : .nonFinite(Double(self))
  }
}

extension Array: RequestParameters.Convertible where Element: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { .array(map(\.parameterValue)) }
}

extension Set: RequestParameters.Convertible where Element: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { .set(map(\.parameterValue)) }
}

/// A `nil` in an array becomes a null parameter. A `nil` in a query or a dictionary is omitted.
extension Optional: RequestParameters.Convertible where Wrapped: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { self?.parameterValue ?? .null }
}

/// A type-erased optional value.
protocol OptionalParameter {
  /// A Boolean value that indicates whether the optional value is `nil`.
  var isNil: Bool { get }
}

extension Optional: OptionalParameter {
  var isNil: Bool { self == nil }
}

extension Dictionary: RequestParameters.Convertible
where Key == String, Value: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { .object(RequestParameters(self)) }
}

extension RequestParameters: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { .object(self) }
}

extension RequestParameters.Value: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { self }
}

extension JSON.Value: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { RequestParameters.Value(self) }
}

extension JSON.Moment: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { .moment(self) }
}

extension HTTP.URL: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { .text(description) }
}

extension Duration: RequestParameters.Convertible {
  /// The duration as an exact decimal number of seconds, such as 3 or 0.25.
  public var parameterValue: RequestParameters.Value {
    .number(JSON.Number(spelled: decimalSeconds))
  }
}
