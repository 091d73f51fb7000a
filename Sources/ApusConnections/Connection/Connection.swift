internal import ApusHTTP
package import ApusNet
internal import Synchronization

/// A connection to a server, which sends requests and receives responses within their deadlines.
///
/// One request at a time owns the connection, and only the task of that request calls its methods.
/// The connection pool passes the connection from one request to the next. A connection can
/// therefore be shared between tasks without a lock.
final class Connection: @unchecked Sendable {
  let transport: Transport
  /// The socket or in-process pipe at the lowest layer of the connection.
  let channel: Channel
  let key: PoolKey
  /// The time after which the connection serves no further request.
  let lastUse: Deadline
  /// The times when TCP, the proxy tunnel and TLS were established.
  let dialTimes: DialTimes
  /// The maximum number of requests on the connection. The limit is one if the trust settings
  /// changed while the connection was established.
  private let useLimit: Int
  /// A callback for an idle connection that receives bytes or ends. The callback runs on the event
  /// loop's thread.
  private let silenceBroken: @Sendable (Connection, Doorbell.Wakeup) -> Void

  // Only the request that currently owns the connection accesses the following properties.
  /// The HTTP state of the connection, with the state of the current request.
  var exchange: Exchange
  /// The framing of the current response's content, which is set when the response head has been
  /// received.
  var framing = HTTP.BodyFraming.none
  private(set) var requestCount = 0
  /// The time that the server keeps an idle connection open, from the `Keep-Alive` field of its
  /// last response.
  private(set) var keepAlive: Duration?
  /// A Boolean value that indicates whether the connection is idle and the event loop monitors its
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

  // Many synchronous functions are not inlined into async functions. The local variables of an
  // inlined function would occupy memory in the task of each request. The local variables of a
  // function that is not inlined are on the thread's stack.
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

  /// Writes the framing of the request content. A framing failure is thrown as a connection error.
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

  /// Returns the error of a failed request. If the machine has lost the connection's local address,
  /// the error reports that reason.
  func explained(_ reason: ConnectionError) -> ConnectionError {
    guard case .network(let fault) = reason, fault.isClosedHere,
      hasLostAddress.load(ordering: .acquiring), let address = channel.local
    else { return reason }
    return .network(Connections.NetworkFault(.addressNotLocal(address)))
  }

  /// Closes a connection that the caller owns. A TLS connection first sends a close_notify alert to
  /// the server.
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
    // The event loop's monitor of the socket retains the connection until bytes arrive or the
    // connection is closed. A weak reference would make each use of the connection slower.
    for _ in 0..<Self.looksAtMost {
      let silence = channel.watchSilence(until: deadline) { [self] in
        silenceBroken(self, $0)
      }
      if silence == .kept { return true }
      // TLS session tickets often follow the first response, and an idle connection remains usable
      // after them.
      guard silence == .data, transport.absorb() else { return false }
    }
    return false
  }

  /// Prepares an idle connection for its next request. Returns `false` if the connection is not
  /// usable.
  ///
  /// Unsolicited bytes of the server would be read as the next response. RFC 9112 section 9.2. A
  /// caller that can replay its request passes the current time. A connection that has been idle
  /// for less than 20 milliseconds at that time is not checked.
  @inline(never)
  func resume(at now: Deadline? = nil) -> Bool {
    // A new connection has sent no request, so its first input is its first response.
    guard isResting || requestCount > 0 else { return true }
    // A connection that passes directly from one request to the next is never monitored as idle.
    let isQuiet = isResting && channel.endWatch()
    isResting = false
    if isQuiet, let now, now.isWithin(Self.momentOfRest, of: restsSince) { return true }
    // The event loop may report bytes late that were read before the connection became idle.
    return channel.silence() == .kept || transport.absorb()
  }

  /// The idle time in nanoseconds after which a connection must be checked before its next request.
  private static let momentOfRest: UInt64 = 20_000
  /// The maximum number of reads of remaining bytes before a connection becomes idle.
  private static let looksAtMost = 4
}

/// The times when TCP, the proxy tunnel and TLS of one connection were established.
package struct DialTimes: Sendable {
  package var address: SocketAddress?
  package var begin: Deadline
  package var lookedUp: Deadline
  package var connected: Deadline
  package var tunnelled: Deadline?
  package var secured: Deadline?

  /// The time when the connection became ready for requests.
  var ready: Deadline { secured ?? tunnelled ?? connected }

  /// Creates the times of a connection whose TCP connection has just been established.
  init(_ address: SocketAddress?, connectedAt moment: Deadline) {
    self.address = address
    (begin, lookedUp, connected) = (moment, moment, moment)
  }
}

/// The position of an idle connection in a connection pool.
package struct Parking: Hashable, Sendable {
  let place: Int
  /// A counter that distinguishes successive idle connections at the same position of the pool.
  let generation: UInt32
}
