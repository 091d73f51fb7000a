#if Configuration
  internal import ApusSession
  internal import Configuration

  /// A reader for configuration values that checks their type and range.
  ///
  /// The methods of swift-configuration return `nil` for a missing value and for a value of another
  /// type. This reader therefore reads a `nil` value again as each other type, which distinguishes
  /// the two cases.
  struct SettingReader {
    let reader: ConfigReader

    /// The longest valid duration in seconds, which is more than thirty years.
    private static let longestTime = 1_000_000_000.0

    /// Returns a configuration value of any type as text, or `nil` if the key has no value.
    func text(_ key: String, isSecret: Bool = false) -> String? {
      let name = ConfigKey(key)
      return reader.string(forKey: name, isSecret: isSecret)
        ?? reader.int(forKey: name, isSecret: isSecret).map { "\($0)" }
        ?? reader.double(forKey: name, isSecret: isSecret).map { "\($0)" }
        ?? reader.bool(forKey: name, isSecret: isSecret).map { "\($0)" }
        ?? reader.stringArray(forKey: name, isSecret: isSecret)?.joined(separator: ",")
    }

    /// Changes an integer setting if its configuration key has a value.
    func read(_ key: String, from least: Int, _ number: inout Int) throws {
      if let value = try self.number(key, from: least) { number = value }
    }

    /// Returns an integer configuration value, or `nil` if the key has no value.
    func number(_ key: String, from least: Int) throws -> Int? {
      if let value = reader.int(forKey: ConfigKey(key)), value >= least { return value }
      try expectNone(key, "a whole number of at least \(least)")
      return nil
    }

    /// Changes a duration setting if its configuration key has a value.
    func read(_ key: String, mayBeZero: Bool = false, _ time: inout Duration) throws {
      if let value = try self.time(key, mayBeZero: mayBeZero) { time = value }
    }

    /// Changes an optional duration setting if its configuration key has a value.
    func read(_ key: String, _ time: inout Duration?) throws {
      if let value = try self.time(key) { time = value }
    }

    /// Returns a duration from a number of seconds, which may have a fraction. The result is `nil`
    /// if the key has no value.
    func time(_ key: String, mayBeZero: Bool = false) throws -> Duration? {
      let seconds = try self.seconds(key)
      guard let seconds else { return nil }
      let isLongEnough = mayBeZero ? seconds >= 0 : seconds > 0
      guard isLongEnough, seconds <= Self.longestTime else {
        throw invalid(key, text(key) ?? "\(seconds)", Self.expectedTime(mayBeZero))
      }
      return .seconds(seconds)
    }

    private func seconds(_ key: String) throws -> Double? {
      if let value = reader.double(forKey: ConfigKey(key)) { return value }
      if let value = reader.int(forKey: ConfigKey(key)) { return Double(value) }
      try expectNone(key, Self.expectedTime(false))
      return nil
    }

    private static func expectedTime(_ mayBeZero: Bool) -> String {
      "a number of seconds \(mayBeZero ? "from 0" : "above 0") to \(Int(longestTime))"
    }

    /// Changes a Boolean setting if its configuration key has a value.
    func read(_ key: String, _ isOn: inout Bool) throws {
      if let value = reader.bool(forKey: ConfigKey(key)) {
        isOn = value
      } else {
        try expectNone(key, "true or false")
      }
    }

    /// Returns a configuration value from 0 to 1, or `nil` if the key has no value.
    func share(_ key: String) throws -> Double? {
      let name = ConfigKey(key)
      let value = reader.double(forKey: name) ?? reader.int(forKey: name).map { Double($0) }
      if let value, (0...1).contains(value) { return value }
      try expectNone(key, "a number from 0 to 1")
      return nil
    }

    /// Returns a configuration value that is a list of texts, or `nil` if the key has no value.
    func list(_ key: String, isSecret: Bool = false) throws -> [String]? {
      if let value = reader.stringArray(forKey: ConfigKey(key), isSecret: isSecret) { return value }
      guard text(key, isSecret: isSecret) != nil else { return nil }
      throw invalid(key, isSecret ? "…" : text(key) ?? "", "a list of strings")
    }

    /// Returns the setting that a configuration word selects, or `nil` if the key has no value.
    func choice<Value>(_ key: String, _ values: [(String, Value)]) throws -> Value? {
      guard let text = text(key) else { return nil }
      if let value = values.first(where: { $0.0 == text }) { return value.1 }
      throw invalid(key, text, values.map(\.0).joined(separator: " or "))
    }

    /// Throws an error if the configuration key has a value, because the value does not have the
    /// expected type or range.
    private func expectNone(_ key: String, _ expected: String) throws {
      if let text = text(key) { throw invalid(key, text, expected) }
    }

    /// Returns the error for an invalid configuration value.
    func invalid(_ key: String, _ value: String, _ expected: String) -> HTTPSession.InvalidSetting {
      HTTPSession.InvalidSetting(key, value, expected: expected)
    }
  }
#endif
