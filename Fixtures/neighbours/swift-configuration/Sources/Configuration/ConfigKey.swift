public enum ConfigContextValue: Sendable, Hashable {
  case string(String)
  case bool(Bool)
  case int(Int)
  case double(Double)
}

/// A key within its reader's scope.
public struct ConfigKey: Sendable, Hashable, Comparable {
  public var components: [String]
  public var context: [String: ConfigContextValue]

  public init(_ components: [String], context: [String: ConfigContextValue] = [:]) {
    (self.components, self.context) = (components, context)
  }

  public init(_ string: String, context: [String: ConfigContextValue] = [:]) {
    self.init(string.split(separator: ".").map(String.init), context: context)
  }

  public static func < (left: ConfigKey, right: ConfigKey) -> Bool {
    left.components.lexicographicallyPrecedes(right.components)
  }
}

extension ConfigKey: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  public init(stringLiteral value: String) { self.init(value) }
  public init(arrayLiteral elements: String...) { self.init(elements) }
}

/// A key with the scopes of its readers.
public struct AbsoluteConfigKey: Sendable, Hashable {
  public var components: [String]
  public var context: [String: ConfigContextValue]

  public init(_ components: [String], context: [String: ConfigContextValue] = [:]) {
    (self.components, self.context) = (components, context)
  }
}

extension AbsoluteConfigKey: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  public init(stringLiteral value: String) { self.init(ConfigKey(value).components) }
  public init(arrayLiteral elements: String...) { self.init(elements) }
}

public enum ConfigContent: Sendable, Hashable {
  case string(String)
  case int(Int)
  case double(Double)
  case bool(Bool)
  case stringArray([String])
}

public struct ConfigValue: Sendable, Equatable, Hashable {
  public var content: ConfigContent
  public var isSecret: Bool

  public init(_ content: ConfigContent, isSecret: Bool) {
    (self.content, self.isSecret) = (content, isSecret)
  }
}

extension ConfigValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self.init(.string(value), isSecret: false) }
  public init(integerLiteral value: Int) { self.init(.int(value), isSecret: false) }
  public init(floatLiteral value: Double) { self.init(.double(value), isSecret: false) }
  public init(booleanLiteral value: Bool) { self.init(.bool(value), isSecret: false) }
}
