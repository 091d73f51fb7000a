internal import ApusHTTP

extension RequestParameters {
  /// A type whose values may be parameters of a request.
  ///
  ///     let (page, tags, note): (Int, [String], String?) = (2, ["a", "b"], nil)
  ///     let parameters: RequestParameters = ["page": page, "tags": tags, "note": note]
  ///
  /// Texts, numbers, arrays, sets and dictionaries conform. A type with a raw value of these types
  /// only declares the conformance: `enum Order: String, RequestParameters.Convertible`.
  public protocol Convertible {
    /// The value as a parameter.
    var parameterValue: RequestParameters.Value { get }
  }
}

extension RequestParameters.Convertible
where Self: RawRepresentable, RawValue: RequestParameters.Convertible {
  /// The raw value as a parameter.
  public var parameterValue: RequestParameters.Value { rawValue.parameterValue }
}

extension RequestParameters.Convertible where Self: BinaryInteger {
  /// The integer as a parameter.
  public var parameterValue: RequestParameters.Value { RequestParameters.Value(self) }
}

extension RequestParameters.Convertible where Self: StringProtocol {
  /// The text as a parameter.
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
  /// The number in its own digits: 0.1 is 0.1, and no double near it.
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

/// An optional value is null within an array; a member of a query or a dictionary is left out.
extension Optional: RequestParameters.Convertible where Wrapped: RequestParameters.Convertible {
  public var parameterValue: RequestParameters.Value { self?.parameterValue ?? .null }
}

/// A value that may be nil, whatever its type is.
protocol OptionalParameter {
  /// A Boolean value that indicates whether the value is nil.
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
