internal import ApusBytes

/// A network interface as the kernel describes it.
///
///     struct ifinfomsg {
///         unsigned char ifi_family;  unsigned char pad;  unsigned short ifi_type;
///         int ifi_index;             unsigned int ifi_flags;  unsigned int ifi_change;
///     };
///
/// RFC 3549 section 3.1.1.
struct NetworkLink: Equatable, Sendable {
  let index: UInt32
  /// The name of the interface, such as `eth0`.
  var name: [UInt8] = []
  /// The hardware type, which determines the header of packets: a number of `ARPHRD_`.
  let hardware: UInt16
  let flags: Flags
  /// The driver of a virtual interface, such as `wireguard`.
  var driver: [UInt8] = []
  /// The kernel's device type, such as `wlan`, which the kernel's messages do not contain.
  var deviceType: [UInt8] = []

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt32
    static let up = Flags(rawValue: 0x1)
    static let loopback = Flags(rawValue: 0x8)
    static let pointToPoint = Flags(rawValue: 0x10)
    static let running = Flags(rawValue: 0x40)
  }

  init(index: UInt32, hardware: UInt16, flags: Flags) {
    self.index = index
    self.hardware = hardware
    self.flags = flags
  }

  init(from body: inout ByteReader) throws(DecodeError) {
    _ = try body.readUInt16()
    let hardware = try body.readOwnUInt16()
    let index = try body.readOwnUInt32()
    let flags = Flags(rawValue: try body.readOwnUInt32())
    self.init(index: index, hardware: hardware, flags: flags)
    _ = try body.readUInt32()
    try body.readAttributes { (attribute) throws(DecodeError) in
      switch attribute.kind {
      case Attribute.name: name = attribute.text
      case Attribute.information:
        var nested = attribute.value
        try nested.readAttributes { inner in
          if inner.kind == Attribute.informationKind { driver = inner.text }
        }
      default: break
      }
    }
  }

  private enum Attribute {
    static let name: UInt16 = 3
    static let information: UInt16 = 18
    static let informationKind: UInt16 = 1
  }

  /// A Boolean value that indicates whether the interface can send and receive packets. The
  /// interface must be enabled, and its carrier must be present.
  var isUp: Bool { flags.isSuperset(of: [.up, .running]) }

  var kind: LinkKind {
    LinkKind(hardware: hardware, flags: flags, driver: driver, deviceType: deviceType)
  }
}

/// The kind of a network interface.
enum LinkKind: Equatable, Sendable {
  case loopback
  case ethernet
  case wireless
  /// A modem, which other systems call WWAN.
  case cellular
  /// A tunnel, which wraps packets into other packets or passes packets to a program.
  case tunnel
  case other

  /// Determines the kind of a network interface from its driver, its device type and its hardware
  /// type.
  init(
    hardware: UInt16, flags: NetworkLink.Flags, driver: [UInt8] = [], deviceType: [UInt8] = []
  ) {
    let driver = String(decoding: driver, as: UTF8.self)
    switch (hardware, String(decoding: deviceType, as: UTF8.self)) {
    case (772, _): self = .loopback
    case _ where flags.contains(.loopback): self = .loopback
    case (_, "wwan"): self = .cellular
    case _ where driver == "wwan" || driver == "rmnet": self = .cellular
    // The hardware types ARPHRD_RAWIP, ARPHRD_PHONET and ARPHRD_PHONET_PIPE.
    case (519, _), (820, _), (821, _): self = .cellular
    case (_, "wlan"): self = .wireless
    // The hardware type ARPHRD_IEEE80211 and its variants with additional headers.
    case (801...803, _): self = .wireless
    // The hardware types of PPP, IP in IP, SIT, GRE, and interfaces without a header.
    case (512, _), (768, _), (769, _), (776, _), (778, _), (823, _), (0xfffe, _): self = .tunnel
    case (1, _): self = .ethernet
    default: self = .other
    }
  }
}
