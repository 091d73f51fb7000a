internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// A connection to a server, with the waits and deadlines of its current request.
///
/// One request at a time owns the connection, and only the task of that request calls its methods.
/// The connection pool passes the connection from one request to the next. A connection can
/// therefore be shared between tasks without a lock.
final class Connection: @unchecked Sendable {
  let transport: Transport
  /// The channel of the socket at the lowest layer of the transport.
  let channel: Channel
  let key: PoolKey
  /// The time limit for further requests on the connection.
  let lastUse: Deadline
  /// The times of the steps that made the connection.
  let dialTimes: DialTimes
  /// The maximum number of requests on the connection. The limit is one if the connection's pool
  /// key changed while the connection was made.
  private let useLimit: Int
  /// A callback that runs on the event loop's thread when an idle connection receives bytes or
  /// ends.
  private let silenceBroken: @Sendable (Connection, Doorbell.Wakeup) -> Void

  // Only the request that owns the connection accesses the following properties.
  /// The HTTP state of the connection, with the state of the current request.
  var exchange: Exchange
  /// The framing of the current response's content, which is set when the response head has been
  /// received.
  var framing = HTTP.BodyFraming.none
  private(set) var requestCount = 0
  /// The time that the server keeps an idle connection open, from the `Keep-Alive` field of its
  /// last response.
  private(set) var keepAlive: Duration?
  /// A Boolean value that indicates whether the connection is idle and the event loop watches its
  /// socket.
  private var isResting = false
  /// The start and the end of the connection's idle time.
  private var restsSince = Deadline.never
  private(set) var restsUntil = Deadline.never
  /// The position of the idle connection in the connection pool. The property is accessed only
  /// under the pool's lock.
  var parking: Parking?
  /// A flag that indicates whether the machine has lost the local address of the connection. Any
  /// thread may set the flag at any time.
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

  /// A Boolean value that indicates whether the connection sent another request before the current
  /// request.
  var isReused: Bool { requestCount > 1 }

  /// A Boolean value that indicates whether the connection can serve another request after the
  /// current request.
  var isReusable: Bool { isReusable(exchange) }

  private func isReusable(_ exchange: borrowing Exchange) -> Bool {
    exchange.isReusable && transport.isGood && requestCount < useLimit
  }

  /// Ends the current request. Returns the trailer fields of the response and whether the
  /// connection can serve another request.
  func endRequest() -> (trailers: HTTP.Fields?, isReusable: Bool) { endRequest(&exchange) }

  private func endRequest(
    _ exchange: inout Exchange
  ) -> (trailers: HTTP.Fields?, isReusable: Bool) {
    let trailers = exchange.endRequest()
    exchange.buffer.rest()
    return (trailers, isReusable(exchange))
  }

  // Many functions that async functions call are not inlined. The variables of an inlined function
  // take memory in the task of every request in progress. The variables of a function that is not
  // inlined are on the thread's stack.
  /// Writes the head of a request to the send buffer, with the request's body if the body is in
  /// memory.
  @inline(never)
  func begin(
    _ request: consuming ExchangeRequest, _ deadlines: Deadlines
  ) throws(ConnectionError) {
    requestCount += 1
    do throws(HTTP.WriteError) { try exchange.begin(request, deadlines) } catch {
      throw .request(error)
    }
  }

  /// Writes the framing of a request's content. Throws a failure as an error of the request.
  func frame(
    _ write: () throws(HTTP.WriteError) -> Void
  ) throws(ConnectionError) {
    do throws(HTTP.WriteError) { try write() } catch { throw .request(error) }
  }

  private static let keepAliveName: HTTP.FieldName = "Keep-Alive"

  /// Records the keep-alive parameters of the final response's head.
  func noteKeepAlive(_ head: HTTP.ResponseHead) {
    guard let value = head.fields[Self.keepAliveName] else { return }
    keepAlive = KeepAliveParameters(value.bytes.span).timeout
  }
}

// MARK: Resting and closing

extension Connection {
  /// Closes the connection even if a request uses the connection. Unsent bytes may be lost.
  func close() { channel.close() }

  /// Closes the connection because the machine has lost its local address, even if a request uses
  /// the connection.
  func loseAddress() {
    hasLostAddress.store(true, ordering: .releasing)
    close()
  }

  /// Returns the error of a failed request, with a lost local address as the reason if the
  /// connection has lost its address.
  func explained(_ reason: ConnectionError) -> ConnectionError {
    guard case .network(let fault) = reason, fault.isClosedHere,
      hasLostAddress.load(ordering: .acquiring), let address = channel.local
    else { return reason }
    return .network(Connections.NetworkFault(.addressNotLocal(address)))
  }

  /// Closes the connection, which the caller must own. A TLS connection first sends a close_notify
  /// alert to the server.
  func end() {
    transport.sayGoodbye()
    close()
  }

  /// Makes the connection idle until a deadline. Returns `false` if the connection is not usable.
  func park(at now: Deadline, until deadline: Deadline) -> Bool {
    transport.rest()
    (restsSince, restsUntil) = (now, deadline)
    isResting = watchSilence(until: deadline)
    return isResting
  }

  private func watchSilence(until deadline: Deadline) -> Bool {
    // The watch of the socket retains the connection until the silence is broken, at the latest
    // when the connection is closed. A weak reference would make each use of the connection slower.
    for _ in 0..<Self.looksAtMost {
      let silence = channel.watchSilence(until: deadline) { [self] in
        silenceBroken(self, $0)
      }
      if silence == .kept { return true }
      // TLS session tickets often follow the first response, and they do not make an idle
      // connection unusable.
      guard silence == .data, transport.absorb() else { return false }
    }
    return false
  }

  /// Ends the idle state of the connection. Returns `false` if the connection is not usable.
  ///
  /// Unsolicited bytes of the server would be read as the next response. RFC 9112 section 9.2. A
  /// caller that can replay its request passes the current time. A connection that became idle a
  /// moment before that time is not checked. Bytes that arrive between a check and the request are
  /// not detected either, and that interval is hardly shorter.
  @inline(never)
  func resume(at now: Deadline? = nil) -> Bool {
    // A new connection has sent no request, so its first input is its first response.
    guard isResting || requestCount > 0 else { return true }
    // The event loop did not watch a connection that another request passed on directly.
    let isQuiet = isResting && channel.endWatch()
    isResting = false
    if isQuiet, let now, now.isWithin(Self.momentOfRest, of: restsSince) { return true }
    // A broken watch may be a late report of bytes that were read before the connection became
    // idle.
    return channel.silence() == .kept || transport.absorb()
  }

  /// The idle time in nanoseconds after which a connection must be checked before its next request.
  private static let momentOfRest: UInt64 = 20_000
  /// The maximum number of consecutive reads of late bytes before a connection becomes idle.
  private static let looksAtMost = 4
}
