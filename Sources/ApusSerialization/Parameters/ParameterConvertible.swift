internal import ApusHTTP

/// A type whose values may be parameters of a request.
///
///     let (page, tags, note): (Int, [String], String?) = (2, ["a", "b"], nil)
///     let parameters: RequestParameters = ["page": page, "tags": tags, "note": note]
///
/// Texts, numbers, arrays, sets and dictionaries are, and so are types with a raw value that is
/// one: `enum Order: String, ParameterConvertible`.
public protocol ParameterConvertible {
  /// The value as a parameter.
  var parameterValue: ParameterValue { get }
}

extension ParameterConvertible where Self: RawRepresentable, RawValue: ParameterConvertible {
  /// The raw value as a parameter.
  public var parameterValue: ParameterValue { rawValue.parameterValue }
}

extension ParameterConvertible where Self: BinaryInteger {
  /// The integer as a parameter.
  public var parameterValue: ParameterValue { ParameterValue(self) }
}

extension ParameterConvertible where Self: StringProtocol {
  /// The text as a parameter.
  public var parameterValue: ParameterValue { ParameterValue(self) }
}

extension Int: ParameterConvertible {}
extension Int8: ParameterConvertible {}
extension Int16: ParameterConvertible {}
extension Int32: ParameterConvertible {}
extension Int64: ParameterConvertible {}
extension UInt: ParameterConvertible {}
extension UInt8: ParameterConvertible {}
extension UInt16: ParameterConvertible {}
extension UInt32: ParameterConvertible {}
extension UInt64: ParameterConvertible {}
extension String: ParameterConvertible {}
extension Substring: ParameterConvertible {}

extension Bool: ParameterConvertible {
  public var parameterValue: ParameterValue { .bool(self) }
}

extension Double: ParameterConvertible {
  public var parameterValue: ParameterValue { ParameterValue(self) }
}

extension Float: ParameterConvertible {
  /// The number in its own digits: 0.1 is 0.1, and no double near it.
  public var parameterValue: ParameterValue {
    isFinite ? .number(JSONNumber(.text(description))) : .nonFinite(Double(self))
  }
}

extension Array: ParameterConvertible where Element: ParameterConvertible {
  public var parameterValue: ParameterValue { .array(map(\.parameterValue)) }
}

extension Set: ParameterConvertible where Element: ParameterConvertible {
  public var parameterValue: ParameterValue { .set(map(\.parameterValue)) }
}

/// An optional value is null within an array; a member of a query or a dictionary is left out.
extension Optional: ParameterConvertible where Wrapped: ParameterConvertible {
  public var parameterValue: ParameterValue { self?.parameterValue ?? .null }
}

/// A value that may be nil, whatever its type is.
protocol OptionalParameter {
  /// A Boolean value that indicates whether the value is nil.
  var isNil: Bool { get }
}

extension Optional: OptionalParameter {
  var isNil: Bool { self == nil }
}

extension Dictionary: ParameterConvertible where Key == String, Value: ParameterConvertible {
  public var parameterValue: ParameterValue { .object(RequestParameters(self)) }
}

extension RequestParameters: ParameterConvertible {
  public var parameterValue: ParameterValue { .object(self) }
}

extension ParameterValue: ParameterConvertible {
  public var parameterValue: ParameterValue { self }
}

extension JSONValue: ParameterConvertible {
  public var parameterValue: ParameterValue { ParameterValue(self) }
}

extension JSONMoment: ParameterConvertible {
  public var parameterValue: ParameterValue { .moment(self) }
}

extension HTTP.URL: ParameterConvertible {
  public var parameterValue: ParameterValue { .text(description) }
}
