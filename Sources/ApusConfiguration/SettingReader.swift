#if Configuration
  internal import ApusSession
  internal import Configuration

  /// Reads values whose type and range are checked.
  ///
  /// The plain methods of a reader return nil both without a value and for a value of another type.
  /// So a value that is nil is read again as every other type, which tells the two apart.
  struct SettingReader {
    let reader: ConfigReader

    /// The longest time, in seconds: more than thirty years.
    private static let longestTime = 1_000_000_000.0

    /// Returns a value of any type as text; nil without one.
    func text(_ key: String, isSecret: Bool = false) -> String? {
      let name = ConfigKey(key)
      return reader.string(forKey: name, isSecret: isSecret)
        ?? reader.int(forKey: name, isSecret: isSecret).map { "\($0)" }
        ?? reader.double(forKey: name, isSecret: isSecret).map { "\($0)" }
        ?? reader.bool(forKey: name, isSecret: isSecret).map { "\($0)" }
        ?? reader.stringArray(forKey: name, isSecret: isSecret)?.joined(separator: ",")
    }

    /// Changes a number if there is one.
    func read(_ key: String, from least: Int, _ number: inout Int) throws {
      if let value = try self.number(key, from: least) { number = value }
    }

    /// Returns a number; nil without one.
    func number(_ key: String, from least: Int) throws -> Int? {
      if let value = reader.int(forKey: ConfigKey(key)), value >= least { return value }
      try expectNone(key, "a whole number of at least \(least)")
      return nil
    }

    /// Changes a time if there is one.
    func read(_ key: String, mayBeZero: Bool = false, _ time: inout Duration) throws {
      if let value = try self.time(key, mayBeZero: mayBeZero) { time = value }
    }

    /// Changes a time if there is one.
    func read(_ key: String, _ time: inout Duration?) throws {
      if let value = try self.time(key) { time = value }
    }

    /// Returns a number of seconds, which may have a fraction; nil without one.
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

    /// Changes a Boolean value if there is one.
    func read(_ key: String, _ isOn: inout Bool) throws {
      if let value = reader.bool(forKey: ConfigKey(key)) {
        isOn = value
      } else {
        try expectNone(key, "true or false")
      }
    }

    /// Returns a share from 0 to 1; nil without one.
    func share(_ key: String) throws -> Double? {
      let name = ConfigKey(key)
      let value = reader.double(forKey: name) ?? reader.int(forKey: name).map { Double($0) }
      if let value, (0...1).contains(value) { return value }
      try expectNone(key, "a number from 0 to 1")
      return nil
    }

    /// Returns a list of texts; nil without one.
    func list(_ key: String, isSecret: Bool = false) throws -> [String]? {
      if let value = reader.stringArray(forKey: ConfigKey(key), isSecret: isSecret) { return value }
      guard text(key, isSecret: isSecret) != nil else { return nil }
      throw invalid(key, isSecret ? "…" : text(key) ?? "", "a list of strings")
    }

    /// Returns the value that a name stands for; nil without one.
    func choice<Value>(_ key: String, _ values: [(String, Value)]) throws -> Value? {
      guard let text = text(key) else { return nil }
      if let value = values.first(where: { $0.0 == text }) { return value.1 }
      throw invalid(key, text, values.map(\.0).joined(separator: " or "))
    }

    /// Throws the error of a key that has a value, which is not of the expected type or range.
    private func expectNone(_ key: String, _ expected: String) throws {
      if let text = text(key) { throw invalid(key, text, expected) }
    }

    /// Returns the error of an invalid value.
    func invalid(_ key: String, _ value: String, _ expected: String) -> HTTPSession.InvalidSetting {
      HTTPSession.InvalidSetting(key, value, expected: expected)
    }
  }
#endif
