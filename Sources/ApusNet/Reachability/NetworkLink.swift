internal import ApusBytes

/// A network interface, as the kernel describes it.
///
///     struct ifinfomsg {
///         unsigned char ifi_family;  unsigned char pad;  unsigned short ifi_type;
///         int ifi_index;             unsigned int ifi_flags;  unsigned int ifi_change;
///     };
///
/// RFC 3549 section 3.1.1.
struct NetworkLink: Equatable, Sendable {
  let index: UInt32
  /// What it is called, such as `eth0`.
  var name: [UInt8] = []
  /// What headers its packets have: a number of `ARPHRD_`.
  let hardware: UInt16
  let flags: Flags
  /// What made it, where it is no hardware, such as `wireguard`.
  var driver: [UInt8] = []
  /// What the kernel calls devices of its kind, such as `wlan`; its messages do not say.
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

  /// Whether packets can pass: it is switched on, and there is something at its other end.
  var isUp: Bool { flags.isSuperset(of: [.up, .running]) }

  var kind: LinkKind {
    LinkKind(hardware: hardware, flags: flags, driver: driver, deviceType: deviceType)
  }
}

/// What a network interface is.
enum LinkKind: Equatable, Sendable {
  case loopback
  case ethernet
  case wireless
  /// A modem's: what is called WWAN elsewhere.
  case cellular
  /// What wraps packets into others, or hands them to a program.
  case tunnel
  case other

  /// What an interface is by what the kernel says of it; the most special word counts.
  init(
    hardware: UInt16, flags: NetworkLink.Flags, driver: [UInt8] = [], deviceType: [UInt8] = []
  ) {
    let driver = String(decoding: driver, as: UTF8.self)
    switch (hardware, String(decoding: deviceType, as: UTF8.self)) {
    case (772, _): self = .loopback
    case _ where flags.contains(.loopback): self = .loopback
    case (_, "wwan"): self = .cellular
    case _ where driver == "wwan" || driver == "rmnet": self = .cellular
    // ARPHRD_RAWIP, ARPHRD_PHONET, ARPHRD_PHONET_PIPE
    case (519, _), (820, _), (821, _): self = .cellular
    case (_, "wlan"): self = .wireless
    // ARPHRD_IEEE80211 and what it has with more in front
    case (801...803, _): self = .wireless
    // PPP, IP in IP, SIT, GRE, and no header at all
    case (512, _), (768, _), (769, _), (776, _), (778, _), (823, _), (0xfffe, _): self = .tunnel
    case (1, _): self = .ethernet
    default: self = .other
    }
  }
}
