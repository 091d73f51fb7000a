import ApusBytes

/// The command-line flags of the shim for one kind of connection, before they are interpreted.
struct ShimFlags: Sendable {
  private(set) var switches: Set<ShimSwitch> = []
  private var values: [ShimParameter: [String]] = [:]
  /// The flags of each credential, in the order of preference.
  private(set) var credentials: [ShimFlags] = []

  /// Returns whether the command line of the shim contains a flag.
  func contains(_ flag: ShimSwitch) -> Bool { switches.contains(flag) }

  /// Returns the last value of a shim flag, or `nil` if the flag is absent.
  func text(_ flag: ShimParameter) -> String? { values[flag]?.last }

  /// Returns the last value of a shim flag as a number.
  func number(_ flag: ShimParameter) throws(ShimFailure) -> Int? { try numbers(flag).last }

  /// Returns all values of a repeatable shim flag as numbers.
  func numbers(_ flag: ShimParameter) throws(ShimFailure) -> [Int] {
    var numbers: [Int] = []
    for value in values[flag] ?? [] {
      // The test runner writes no sign and no more digits than a 64-bit number has.
      guard value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(value) else {
        throw .malformed(flag, value)
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns the bytes of the Base64 text that is the last value of a shim flag.
  func bytes(_ flag: ShimParameter) throws(ShimFailure) -> [UInt8]? {
    guard let value = text(flag) else { return nil }
    guard let bytes = try? Base64.decode(value) else { throw .malformed(flag, value) }
    return bytes
  }

  /// Adds a flag and its value. A flag about credentials belongs to the last credential of the
  /// list, if the list is not empty.
  fileprivate mutating func take(_ flag: Flag) {
    switch flag {
    case .alone(.newX509Credential): credentials.append(ShimFlags())
    case .alone(.mustMatchIssuer) where !credentials.isEmpty,
      .followed(.certFile, _) where !credentials.isEmpty,
      .followed(.keyFile, _) where !credentials.isEmpty,
      .followed(.signingPrefs, _) where !credentials.isEmpty,
      .followed(.ocspResponse, _) where !credentials.isEmpty:
      credentials[credentials.count - 1].add(flag)
    case .alone, .followed: add(flag)
    }
  }

  private mutating func add(_ flag: Flag) {
    switch flag {
    case .alone(let flag): switches.insert(flag)
    case .followed(let flag, let value): values[flag, default: []].append(value)
    }
  }

  fileprivate enum Flag {
    case alone(ShimSwitch)
    case followed(ShimParameter, String)
  }
}

/// The command line of a shim test, with flags for the first connection and for the connections
/// that resume a session.
struct ShimCommand: Sendable {
  private(set) var initial = ShimFlags()
  private(set) var resume = ShimFlags()

  /// Parses the arguments of a shim test.
  init(_ arguments: [String]) throws(ShimFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let (name, forInitial, forResume) = Self.scope(of: argument)
      let flag: ShimFlags.Flag
      if let alone = ShimSwitch(rawValue: name) {
        flag = .alone(alone)
      } else if let followed = ShimParameter(rawValue: name) {
        guard let value = rest.popFirst() else { throw .malformed(followed, "without a value") }
        flag = .followed(followed, value)
      } else {
        throw .unimplemented(argument)
      }
      if forInitial { initial.take(flag) }
      if forResume { resume.take(flag) }
    }
  }

  /// Returns the shim flag without its prefix, and the connections to which the prefix limits the
  /// flag.
  ///
  /// The prefix `-on-retry-` is for rejected early data, which never occurs.
  private static func scope(
    of argument: String
  ) -> (name: String, forInitial: Bool, forResume: Bool) {
    for (prefix, forInitial, forResume) in [
      ("-on-initial", true, false), ("-on-resume", false, true), ("-on-retry", false, false),
    ] where argument.utf8.starts(with: "\(prefix)-".utf8) {
      return (String(argument.dropFirst(prefix.utf8.count)), forInitial, forResume)
    }
    return (argument, true, true)
  }
}
