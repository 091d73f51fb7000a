/// A set of ports of other protocols, such as SMTP, to which the client sends no HTTP request.
///
/// A server of a line-based protocol may interpret parts of an HTTP request as commands. An
/// attacker that chooses a URL could otherwise send commands in the client's name. The check
/// precedes the connection attempt.
///
/// The standard set contains the blocked ports of WHATWG Fetch ("port blocking"), and the ports of
/// message brokers and databases.
public struct ForeignPorts: Sendable, Equatable {
  /// The rejected TCP ports.
  public var ports: Set<UInt16>

  /// Creates a set that rejects exactly the given TCP ports.
  public init(_ ports: Set<UInt16>) { self.ports = ports }

  /// The error of a request to a port of another protocol.
  public struct Refusal: Error, Equatable, Sendable {
    /// The rejected TCP port.
    public let port: UInt16
  }

  /// Throws an error if the port of a URL or of an address belongs to another protocol.
  public func check(_ port: UInt16) throws(Refusal) {
    if ports.contains(port) { throw Refusal(port: port) }
  }

  /// Returns a copy of the set without the given ports, for an HTTP server on one of these ports.
  public func lifted(_ lifted: some Sequence<UInt16>) -> ForeignPorts {
    ForeignPorts(ports.subtracting(lifted))
  }

  /// A port set that rejects no port.
  public static let none = ForeignPorts([])

  /// The ports that WHATWG Fetch blocks, and the ports of message brokers and databases.
  public static let standard = ForeignPorts(fetch.union(databases))

  /// The ports that WHATWG Fetch blocks in browsers, from tcpmux to Amanda.
  static let fetch: Set<UInt16> = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10_080,
  ]

  /// The ports of SMB, SQL Server, Oracle, ZooKeeper, MySQL, PostgreSQL, AMQP, Redis, Cassandra,
  /// Kafka, memcached and MongoDB.
  static let databases: Set<UInt16> = [
    445, 1433, 1521, 2181, 3306, 5432, 5672, 6379, 9042, 9092, 11_211, 27_017,
  ]
}

extension ForeignPorts.Refusal: CustomStringConvertible {
  public var description: String {
    "port \(port) belongs to another protocol than HTTP; lift the port if your server "
      + "uses HTTP there"
  }
}
