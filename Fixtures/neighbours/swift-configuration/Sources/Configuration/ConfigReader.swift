/// Reads values from providers, of which the first one with the key decides.
public struct ConfigReader: Sendable {
  private let providers: [any ConfigProvider]
  private var scope: [String] = []

  public init(provider: some ConfigProvider, accessReporter: (any AccessReporter)? = nil) {
    self.init(providers: [provider], accessReporter: accessReporter)
  }

  public init(providers: [any ConfigProvider], accessReporter: (any AccessReporter)? = nil) {
    self.providers = providers
  }

  public func scoped(to configKey: ConfigKey) -> ConfigReader {
    var scoped = self
    scoped.scope += configKey.components
    return scoped
  }

  /// Tells that a value is missing or of another kind.
  public struct MissingValue: Error { public let key: String }

  private func content(_ key: ConfigKey, _ type: ConfigType) -> ConfigContent? {
    let key = AbsoluteConfigKey(scope + key.components, context: key.context)
    for provider in providers {
      let source = provider as? any ValueSource
      if let value = source?.value(forKey: key, type: type) { return value.content }
    }
    return nil
  }

  private func required<Value>(_ key: ConfigKey, _ value: Value?) throws -> Value {
    guard let value else {
      throw MissingValue(key: (scope + key.components).joined(separator: "."))
    }
    return value
  }
}

extension ConfigReader {
  public func string(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> String? {
    if case .string(let value) = content(key, .string) { value } else { nil }
  }

  public func string(
    forKey key: ConfigKey, isSecret: Bool = false, default defaultValue: String,
    fileID: String = #fileID, line: UInt = #line
  ) -> String {
    string(forKey: key, isSecret: isSecret, fileID: fileID, line: line) ?? defaultValue
  }

  public func requiredString(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) throws -> String {
    try required(key, string(forKey: key, isSecret: isSecret, fileID: fileID, line: line))
  }
}

extension ConfigReader {
  public func int(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> Int? {
    if case .int(let value) = content(key, .int) { value } else { nil }
  }

  public func int(
    forKey key: ConfigKey, isSecret: Bool = false, default defaultValue: Int,
    fileID: String = #fileID, line: UInt = #line
  ) -> Int {
    int(forKey: key, isSecret: isSecret, fileID: fileID, line: line) ?? defaultValue
  }

  public func requiredInt(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) throws -> Int {
    try required(key, int(forKey: key, isSecret: isSecret, fileID: fileID, line: line))
  }
}

extension ConfigReader {
  public func double(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> Double? {
    if case .double(let value) = content(key, .double) { value } else { nil }
  }

  public func double(
    forKey key: ConfigKey, isSecret: Bool = false, default defaultValue: Double,
    fileID: String = #fileID, line: UInt = #line
  ) -> Double {
    double(forKey: key, isSecret: isSecret, fileID: fileID, line: line) ?? defaultValue
  }

  public func requiredDouble(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) throws -> Double {
    try required(key, double(forKey: key, isSecret: isSecret, fileID: fileID, line: line))
  }
}

extension ConfigReader {
  public func bool(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> Bool? {
    if case .bool(let value) = content(key, .bool) { value } else { nil }
  }

  public func bool(
    forKey key: ConfigKey, isSecret: Bool = false, default defaultValue: Bool,
    fileID: String = #fileID, line: UInt = #line
  ) -> Bool {
    bool(forKey: key, isSecret: isSecret, fileID: fileID, line: line) ?? defaultValue
  }

  public func requiredBool(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) throws -> Bool {
    try required(key, bool(forKey: key, isSecret: isSecret, fileID: fileID, line: line))
  }
}

extension ConfigReader {
  public func stringArray(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) -> [String]? {
    if case .stringArray(let value) = content(key, .stringArray) { value } else { nil }
  }

  public func stringArray(
    forKey key: ConfigKey, isSecret: Bool = false, default defaultValue: [String],
    fileID: String = #fileID, line: UInt = #line
  ) -> [String] {
    stringArray(forKey: key, isSecret: isSecret, fileID: fileID, line: line) ?? defaultValue
  }

  public func requiredStringArray(
    forKey key: ConfigKey, isSecret: Bool = false, fileID: String = #fileID, line: UInt = #line
  ) throws -> [String] {
    try required(key, stringArray(forKey: key, isSecret: isSecret, fileID: fileID, line: line))
  }
}
