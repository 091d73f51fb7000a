internal import ApusNames
internal import CApusNet

extension Kernel {
  /// System calls of the C library's resolver.
  enum Names {
    /// The result of a name look-up.
    enum Answer: Sendable {
      case addresses([HostAddress])
      case unknown
      case temporary
      case failed(errno: Int32)
    }

    /// Looks up the addresses of a host name in a blocking call.
    static func resolve(_ name: String, limit: Int) -> Answer {
      var found = [apus_address](repeating: .init(), count: limit)
      // SAFETY: the C string is used for this call only, and C writes at most as many addresses as
      // the array has.
      let count = unsafe apus_resolve(name, &found, found.count)
      switch count {
      case 0...: return .addresses(found.prefix(Int(count)).compactMap(address))
      case APUS_NAME_UNKNOWN: return .unknown
      case APUS_NAME_TEMPORARY: return .temporary
      default: return .failed(errno: Int32(truncatingIfNeeded: -count))
      }
    }

    /// Returns the number of a network interface, or a failure as a negative errno.
    static func interface(_ name: String) -> Int64 {
      unsafe apus_interface(name)  // SAFETY: a C string for this call only.
    }

    private static func address(of found: apus_address) -> HostAddress? {
      found.is_ipv6 == 0
        ? .ipv4(IPv4Address(value: UInt32(truncatingIfNeeded: found.low)))
        : .ipv6(
          IPv6Address(value: UInt128(found.high) << 64 | UInt128(found.low)), zone: found.zone)
    }
  }
}
