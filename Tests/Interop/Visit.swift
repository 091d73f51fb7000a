import ApusBytes
import ApusNames
import ApusNet
import ApusTLS
import ApusX509

/// One connection: the handshake, then bytes both ways, then the end.
struct Visit: ~Copyable {
  private static let time = Duration.seconds(60)
  private static let host = "localhost"

  private let errand: Errand
  private let loop: EventLoop
  private var client: TLS.Client
  private var talk: Talk
  private var session: TLS.Session?
  private var outgoing: [UInt8] = []
  private var sentCount = 0
  /// The facts of the complete handshake; nil before.
  private(set) var facts: TLS.HandshakeFacts?

  init(_ errand: Errand, session: TLS.Session?, isLast: Bool, on loop: EventLoop) throws {
    self.errand = errand
    self.loop = loop
    talk = Talk(errand, isLong: isLast)
    let scope = TLS.SessionScope(host: Self.host, port: errand.port, configuration: [])
    client = try TLS.Client(
      errand.configuration, host: CanonicalHost(Self.host), session: session, scope: scope,
      at: Self.now, using: SystemRandom())
  }

  private static var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: WallClock.secondsSinceEpoch * 1000)
  }

  /// Performs all steps, and returns the last session that the server has offered.
  mutating func run() async throws -> TLS.Session? {
    let deadline = Deadline.after(Self.time)
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: errand.port)
    let socket = try await Socket.connect(to: address, until: deadline, on: loop)
    defer { socket.close() }
    while try await advance() {
      try takeOutgoing()
      guard try exchange(socket) == .nothing else { continue }
      let isSending = sentCount < outgoing.count
      try await socket.wait(
        for: isSending ? [.input, .output] : .input, .receive, until: deadline)
    }
    try takeOutgoing()
    do {
      while sentCount < outgoing.count, try exchange(socket) != .ended {}
    } catch NetError.reset {
      // A server that has closed correctly need not wait for the client's end.
    }
    return session
  }

  /// Continues until more bytes are needed; returns false once the connection has ended.
  private mutating func advance() async throws -> Bool {
    while true {
      switch try client.next(at: Self.now) {
      case .needsInput: return true
      case .certificates(let presented): try trust(presented)
      case .signing(let request):
        guard case .held(let key) = errand.identity?.key else { return false }
        try client.sign(
          key.signature(for: request.message.span, by: request.scheme, using: SystemRandom()))
      case .connected(let facts): self.facts = facts
      case .applicationData: try takeIn()
      case .session(let session): self.session = session
      case .closed:
        try talk.end()
        client.close()
        return false
      }
    }
  }

  private mutating func trust(_ presented: TLS.PresentedCertificates) throws {
    let chain = try TLS.Policy().evaluate(
      [presented.leaf] + presented.intermediates, for: CanonicalHost(Self.host),
      at: Self.now.wholeSecond, trusting: errand.roots)
    try client.trust(chain)
  }

  private mutating func takeIn() throws {
    let count = client.applicationDataCount
    try client.withApplicationData { try talk.take($0) }
    client.consumeApplicationData(count)
    if talk.isOver { client.close() }
  }

  /// Lets the client protect the next bytes, unless many are waiting already.
  private mutating func takeOutgoing() throws {
    if sentCount == outgoing.count {
      outgoing = []
      sentCount = 0
      if client.isConnected, let piece = talk.next() {
        if talk.isHalfway, errand.updatesKeys { try client.updateKey(requestingPeer: true) }
        try client.send(piece.span)
      }
    }
    outgoing += client.takeOutgoing()
  }

  private enum Exchanged {
    case some
    case nothing
    case ended
  }

  /// Sends and receives without waiting.
  private mutating func exchange(_ socket: Socket) throws -> Exchanged {
    let sent = try sentCount < outgoing.count ? socket.sendNow(outgoing.span, from: sentCount) : 0
    sentCount += sent
    var received: Int?
    try client.receive(atMost: 65_536) { bytes throws(NetError) in
      received = try socket.receiveNow(into: &bytes)
    }
    guard received != 0 else {
      try client.receiveEnd()
      return .ended
    }
    return sent > 0 || received != nil ? .some : .nothing
  }
}
