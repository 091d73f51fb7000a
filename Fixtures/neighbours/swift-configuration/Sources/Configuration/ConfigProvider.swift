/// The kind of value that a reader wants.
enum ConfigType: Sendable {
  case string, int, double, bool, stringArray
}

public protocol AccessReporter: Sendable {}

/// A source of values; the stand-in knows its own ones only.
public protocol ConfigProvider: Sendable {}

protocol ValueSource: ConfigProvider {
  /// Returns the value of a key, converted to a kind if the source has only text; nil without one.
  func value(forKey key: AbsoluteConfigKey, type: ConfigType) -> ConfigValue?
}

public struct InMemoryProvider: Sendable, ConfigProvider, ValueSource {
  private let values: [AbsoluteConfigKey: ConfigValue]

  public init(name: String? = nil, values: [AbsoluteConfigKey: ConfigValue]) {
    self.values = values
  }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) -> ConfigValue? {
    values[AbsoluteConfigKey(key.components)]
  }
}

/// The variables of a process: text that is converted to the wanted kind.
public struct EnvironmentVariablesProvider: Sendable, ConfigProvider, ValueSource {
  private let variables: [String: String]

  public init(environmentVariables: [String: String]) { variables = environmentVariables }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) -> ConfigValue? {
    guard let text = variables[Self.name(of: key)] else { return nil }
    switch type {
    case .string: return ConfigValue(.string(text), isSecret: false)
    case .int: return Int(text).map { ConfigValue(.int($0), isSecret: false) }
    case .double: return Double(text).map { ConfigValue(.double($0), isSecret: false) }
    case .bool: return Self.truth(text).map { ConfigValue(.bool($0), isSecret: false) }
    case .stringArray:
      return ConfigValue(.stringArray(text.split(separator: ",").map(String.init)), isSecret: false)
    }
  }

  private static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  /// Returns the name of a variable: upper case, with an underscore for each dot and each hump.
  private static func name(of key: AbsoluteConfigKey) -> String {
    key.components.map { component in
      var (name, wasLower) = ("", false)
      for character in component {
        if character.isUppercase, wasLower { name.append("_") }
        wasLower = character.isLowercase || character.isNumber
        name.append(character.isLetter || character.isNumber ? character : "_")
      }
      return name.uppercased()
    }.joined(separator: "_")
  }
}
