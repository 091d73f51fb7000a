public import ApusNames
internal import CApusNet

/// The address of a socket, which is an IP address with a port or a path.
public enum SocketAddress: Hashable, Sendable {
  /// An IPv4 address with a port.
  case ipv4(IPv4Address, port: UInt16)
  /// An IPv6 address with a port and a zone. The zone is the number of a network interface, or 0
  /// for no zone.
  case ipv6(IPv6Address, port: UInt16, zone: UInt32 = 0)
  /// The path of a Unix socket in the file system, which is empty for an unnamed socket.
  ///
  /// A path that begins with a zero byte is a name in the abstract namespace of Linux.
  case unix(path: String)

  /// The maximum length of a socket path in bytes: 107 on Linux and 103 on macOS.
  public static let longestPath = Int(APUS_LONGEST_SOCKET_PATH)

  /// The port of the address. The value is `nil` for a socket path.
  public var port: UInt16? {
    switch self {
    case .ipv4(_, let port), .ipv6(_, let port, _): port
    case .unix: nil
    }
  }

  /// A Boolean value that indicates whether the address is an IP address. The value is `false` for
  /// a socket path.
  var isTCP: Bool { port != nil }
}

extension SocketAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .ipv4(let address, let port): "\(address):\(port)"
    case .ipv6(let address, let port, 0): "[\(address)]:\(port)"
    case .ipv6(let address, let port, let zone): "[\(address)%\(zone)]:\(port)"
    case .unix(let path):
      switch path.utf8.first {
      case nil: "a socket without an address"
      case 0: "@" + String(path.unicodeScalars.dropFirst())
      default: path
      }
    }
  }
}

/// The conversion between socket addresses and the byte layout of the Linux kernel (`sockaddr`).
/// The address family is in the byte order of this machine. Ports and IP addresses are in network
/// byte order. The C shim translates the layout for other systems.
extension SocketAddress {
  private enum Family {
    static let unix: UInt16 = 1
    static let ipv4: UInt16 = 2
    static let ipv6: UInt16 = 10
  }

  var family: Int32 {
    switch self {
    case .ipv4: Int32(Family.ipv4)
    case .ipv6: Int32(Family.ipv6)
    case .unix: Int32(Family.unix)
    }
  }

  /// The bytes of the socket address in the kernel's layout. The value is `nil` if the socket path
  /// is invalid.
  var kernelForm: [UInt8]? {
    var bytes: [UInt8] = []
    switch self {
    case .ipv4(let address, let port):
      bytes.reserveCapacity(16)
      bytes.append(own: Family.ipv4)
      bytes.append(network: port)
      bytes.append(network: address.value)
      bytes.append(network: UInt64(0))
    case .ipv6(let address, let port, let zone):
      bytes.reserveCapacity(28)
      bytes.append(own: Family.ipv6)
      bytes.append(network: port)
      bytes.append(network: UInt32(0))
      bytes.append(network: address.value)
      bytes.append(own: zone)
    case .unix(let path):
      guard 1...Self.longestPath ~= path.utf8.count, !path.utf8.dropFirst().contains(0) else {
        return nil
      }
      bytes.append(own: Family.unix)
      bytes.append(contentsOf: path.utf8)
      // An abstract socket name must not end with a terminating zero byte.
      if path.utf8.first != 0 { bytes.append(0) }
    }
    return bytes
  }

  /// Parses a socket address in the kernel's byte layout. The result is `nil` for an unsupported
  /// address family.
  init?(kernelForm bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let port = bytes.count >= 4 ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : 0
    switch UInt16(bytes[0]) | UInt16(bytes[1]) << 8 {
    case Family.ipv4.littleEndian where bytes.count >= 8:
      self = .ipv4(IPv4Address(bytes[4], bytes[5], bytes[6], bytes[7]), port: port)
    case Family.ipv6.littleEndian where bytes.count >= 28:
      guard let address = IPv6Address(octets: bytes.span.extracting(8..<24)) else { return nil }
      let zone = (24..<28).reversed().reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
      self = .ipv6(address, port: port, zone: UInt32(littleEndian: zone))
    case Family.unix.littleEndian:
      let isAbstract = bytes.count > 3 && bytes[2] == 0
      let name = isAbstract ? bytes[2...] : bytes[2...].prefix { $0 != 0 }
      // A path that is not valid UTF-8 cannot be used as a socket path.
      let path = String(validating: name, as: UTF8.self)
      self = .unix(path: path ?? "")
    default: return nil
    }
  }
}

extension [UInt8] {
  /// Appends a 16-bit number or 32-bit number in the byte order of this machine.
  fileprivate mutating func append(own number: some FixedWidthInteger) {
    let little = number.littleEndian
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: little >> shift))
    }
  }

  /// Appends a number in network byte order.
  fileprivate mutating func append(network number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
