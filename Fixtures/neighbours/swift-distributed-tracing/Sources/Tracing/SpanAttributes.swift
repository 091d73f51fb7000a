@dynamicMemberLookup
public struct SpanAttributes: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [String: SpanAttribute] = [:]

  public init() {}

  public init(dictionaryLiteral elements: (String, SpanAttribute)...) {
    values = Dictionary(uniqueKeysWithValues: elements)
  }

  public subscript(_ name: String) -> SpanAttributeConvertible? {
    get { values[name] }
    set { values[name] = newValue?.toSpanAttribute() }
  }

  public subscript(dynamicMember name: String) -> SpanAttribute? {
    get { values[name] }
    set { values[name] = newValue }
  }

  public func get(_ name: String) -> SpanAttribute? { values[name] }
  public mutating func set(_ name: String, value: SpanAttribute?) { values[name] = value }

  public var count: Int { values.count }
  public var isEmpty: Bool { values.isEmpty }
}

public protocol SpanAttributeConvertible {
  func toSpanAttribute() -> SpanAttribute
}

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
}

extension SpanAttribute: SpanAttributeConvertible, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public func toSpanAttribute() -> SpanAttribute { self }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int64(Int64(value)) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension String: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .string(self) }
}

extension Int: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .int64(Int64(self)) }
}

extension Int32: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .int32(self) }
}

extension Int64: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .int64(self) }
}

extension Double: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .double(self) }
}

extension Float: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .double(Double(self)) }
}

extension Bool: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .bool(self) }
}
