public import ApusNames

/// Finds the addresses of a name; a caller's own stands where the system's does.
public protocol HostResolver: Sendable {
  /// What a look-up ends with: the addresses, the best one first.
  ///
  /// There are none if there is no such name, or it has none.
  typealias Answer = Result<[HostAddress], NetError>

  /// Begins to look a name up, and returns what gives that up.
  ///
  /// `end` is called once, on any thread. Where the look-up was given up, it need not be.
  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void
}
