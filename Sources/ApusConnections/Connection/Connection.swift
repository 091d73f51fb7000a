internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// A connection to a server, with the waits and deadlines of its current request.
///
/// One request at a time owns it, and only that request's task calls its methods: the pool passes
/// it from one to the next. This makes it safe to share without a lock.
final class Connection: @unchecked Sendable {
  let transport: Transport
  /// The channel at the bottom of the transport.
  let channel: Channel
  let key: PoolKey
  /// After this time the connection accepts no further request.
  let lastUse: Deadline
  /// The times of the steps that made the connection.
  let dialTimes: DialTimes
  /// The number of requests that may use it: one if its key has changed since it was made.
  private let useLimit: Int
  /// Called on the loop's thread when an idle connection receives bytes or ends.
  private let silenceBroken: @Sendable (Connection, Doorbell.Wakeup) -> Void

  // Accessed only by the request that owns the connection.
  /// The HTTP state, and the state of the current request.
  var exchange: Exchange
  /// The framing of the current response's content, once its head was received.
  var framing = HTTP.BodyFraming.none
  private(set) var requestCount = 0
  /// The time that the server keeps an idle connection, from its last response.
  private(set) var keepAlive: Duration?
  /// A Boolean value that indicates whether the connection is idle and watched.
  private var isResting = false
  /// The start and the end of the idle time.
  private var restsSince = Deadline.never
  private(set) var restsUntil = Deadline.never
  /// The position in the pool of an idle connection; accessed only under the pool's lock.
  var parking: Parking?
  /// A flag that indicates whether the machine has lost the local address; it may be set at any
  /// time.
  private let hasLostAddress = Atomic(false)

  init(
    _ transport: Transport, _ dialTimes: DialTimes, for key: PoolKey, until lastUse: Deadline,
    _ deadlines: Deadlines, limits: HTTP.Limits, uses useLimit: Int = .max,
    silenceBroken: @escaping @Sendable (Connection, Doorbell.Wakeup) -> Void
  ) {
    self.transport = transport
    channel = transport.channel
    self.dialTimes = dialTimes
    self.key = key
    self.lastUse = lastUse
    self.useLimit = useLimit
    self.silenceBroken = silenceBroken
    exchange = Exchange(limits: limits, deadlines)
  }

  /// A Boolean value that indicates whether the connection has sent a request before the current
  /// one.
  var isReused: Bool { requestCount > 1 }

  /// A Boolean value that indicates whether another request may follow.
  var isReusable: Bool { isReusable(exchange) }

  private func isReusable(_ exchange: borrowing Exchange) -> Bool {
    exchange.isReusable && transport.isGood && requestCount < useLimit
  }

  /// Ends the request; returns the trailers of its response, and whether another one may follow.
  func endRequest() -> (trailers: HTTP.Fields?, isReusable: Bool) { endRequest(&exchange) }

  private func endRequest(
    _ exchange: inout Exchange
  ) -> (trailers: HTTP.Fields?, isReusable: Bool) {
    let trailers = exchange.endRequest()
    exchange.buffer.rest()
    return (trailers, isReusable(exchange))
  }

  // Not inlined, like many functions that async functions call: the variables of an inlined
  // function take memory in the task of every request in progress. Otherwise they are on the
  // thread's stack.
  /// Writes a request's head, and the body if it is in memory.
  @inline(never)
  func begin(
    _ request: consuming ExchangeRequest, _ deadlines: Deadlines
  ) throws(ConnectionError) {
    requestCount += 1
    do throws(HTTP.WriteError) { try exchange.begin(request, deadlines) } catch {
      throw .request(error)
    }
  }

  /// Writes the framing of content; a failure is an error of the request.
  func frame(
    _ write: () throws(HTTP.WriteError) -> Void
  ) throws(ConnectionError) {
    do throws(HTTP.WriteError) { try write() } catch { throw .request(error) }
  }

  private static let keepAliveName: HTTP.FieldName = "Keep-Alive"

  /// Records the keep-alive parameters of a final response.
  func noteKeepAlive(_ head: HTTP.ResponseHead) {
    guard let value = head.fields[Self.keepAliveName] else { return }
    keepAlive = KeepAliveParameters(value.bytes.span).timeout
  }
}

// MARK: Resting and closing

extension Connection {
  /// Closes the connection, even if a request uses it; unsent bytes may be lost.
  func close() { channel.close() }

  /// Closes the connection, even if a request uses it, because its local address is lost.
  func loseAddress() {
    hasLostAddress.store(true, ordering: .releasing)
    close()
  }

  /// Returns the error of a request with the facts that this connection knows.
  func explained(_ reason: ConnectionError) -> ConnectionError {
    guard case .network(let fault) = reason, fault.isClosedHere,
      hasLostAddress.load(ordering: .acquiring), let address = channel.local
    else { return reason }
    return .network(Connections.NetworkFault(.addressNotLocal(address)))
  }

  /// Closes the connection, which the caller owns; sends close_notify to a TLS server first.
  func end() {
    transport.sayGoodbye()
    close()
  }

  /// Makes the connection idle until a deadline; returns false if it is not usable.
  func park(at now: Deadline, until deadline: Deadline) -> Bool {
    transport.rest()
    (restsSince, restsUntil) = (now, deadline)
    isResting = watchSilence(until: deadline)
    return isResting
  }

  private func watchSilence(until deadline: Deadline) -> Bool {
    // The watch retains the connection until its silence is broken, at the latest by closing it. A
    // weak reference would make each use of the connection slower.
    for _ in 0..<Self.looksAtMost {
      let silence = channel.watchSilence(until: deadline) { [self] in
        silenceBroken(self, $0)
      }
      if silence == .kept { return true }
      // Tickets often follow the first response.
      guard silence == .data, transport.absorb() else { return false }
    }
    return false
  }

  /// Ends the idle state of the connection; returns false if it is not usable.
  ///
  /// Unsolicited bytes would be read as the next response. RFC 9112 section 9.2. If the caller can
  /// replay its request, it passes the current time: then a connection that became idle a moment
  /// ago is not checked. Bytes that arrive between a check and the request are not detected either,
  /// and that interval is hardly shorter.
  @inline(never)
  func resume(at now: Deadline? = nil) -> Bool {
    // A new connection has sent no request, and its first input is its first response.
    guard isResting || requestCount > 0 else { return true }
    // A connection that was passed on by another request was not watched.
    let isQuiet = isResting && channel.endWatch()
    isResting = false
    if isQuiet, let now, now.isWithin(Self.momentOfRest, of: restsSince) { return true }
    // A broken watch may be a late report of bytes that were read before the idle time.
    return channel.silence() == .kept || transport.absorb()
  }

  /// The time in nanoseconds after which an idle connection must be checked.
  private static let momentOfRest: UInt64 = 20_000
  /// The maximum number of consecutive reads of late bytes before a connection becomes idle.
  private static let looksAtMost = 4
}
