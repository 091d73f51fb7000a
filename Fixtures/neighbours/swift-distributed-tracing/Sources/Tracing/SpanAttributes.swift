public struct SpanAttributes: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: SpanAttribute] = [:]

  public init(dictionaryLiteral elements: (String, SpanAttribute)...) {
    values = Dictionary(uniqueKeysWithValues: elements)
  }

  public subscript(_ name: String) -> SpanAttributeConvertible? {
    get { values[name] }
    set { values[name] = newValue.flatMap { SpanAttribute($0) } }
  }

  public func get(_ name: String) -> SpanAttribute? { values[name] }
  public mutating func set(_ name: String, value: SpanAttribute?) { values[name] = value }
}

/// A type of the values of attributes; the stand-in knows all of them.
public protocol SpanAttributeConvertible {}

public enum SpanAttribute: Equatable, Sendable {
  case int32(Int32)
  case int64(Int64)
  case int32Array([Int32])
  case int64Array([Int64])
  case double(Double)
  case doubleArray([Double])
  case bool(Bool)
  case boolArray([Bool])
  case string(String)
  case stringArray([String])

  init?(_ value: any SpanAttributeConvertible) {
    switch value {
    case let value as SpanAttribute: self = value
    case let value as String: self = .string(value)
    case let value as Int: self = .int64(Int64(value))
    case let value as Int32: self = .int32(value)
    case let value as Int64: self = .int64(value)
    case let value as Double: self = .double(value)
    case let value as Float: self = .double(Double(value))
    case let value as Bool: self = .bool(value)
    default: return nil
    }
  }
}

extension SpanAttribute: SpanAttributeConvertible, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int64(Int64(value)) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension String: SpanAttributeConvertible {}

extension Int: SpanAttributeConvertible {}

extension Int32: SpanAttributeConvertible {}

extension Int64: SpanAttributeConvertible {}

extension Double: SpanAttributeConvertible {}

extension Float: SpanAttributeConvertible {}

extension Bool: SpanAttributeConvertible {}
