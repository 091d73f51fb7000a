/// An attempt to connect that failed, and why.
public struct FailedAttempt: Sendable, Equatable {
  /// The address that was dialled.
  public let address: SocketAddress
  /// Why there is no connection.
  public let error: NetError

  /// That an address led to no connection.
  public init(_ address: SocketAddress, _ error: NetError) {
    self.address = address
    self.error = error
  }
}

extension FailedAttempt: CustomStringConvertible {
  public var description: String {
    let (address, reason) = (address.description, error.description)
    // Most reasons name the address themselves.
    return Array(reason.utf8).contains(Array(address.utf8)) ? reason : "\(address): \(reason)"
  }
}
