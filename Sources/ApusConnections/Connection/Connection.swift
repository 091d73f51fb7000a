internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// A connection to a server: who waits for what there, and until when.
///
/// One request at a time has it, and only that request's task calls its methods: the pool gives it
/// to one after the other. That is what makes it safe to share without a lock.
final class Connection: @unchecked Sendable {
  let transport: Transport
  /// What carries the bytes at the bottom of the transport.
  let channel: Channel
  let key: PoolKey
  /// After this moment the connection takes no further request.
  let lastUse: Deadline
  /// When the steps were taken that have made it.
  let dialTimes: DialTimes
  /// Whether what it was made for has changed since, so that one request alone may use it.
  private let isForOneRequest: Bool
  /// Told on the loop's thread when a connection at rest breaks its silence.
  private let silenceBroken: @Sendable (Connection, Doorbell.Wakeup) -> Void

  // Seen and changed by the request that has the connection.
  /// Where HTTP stands, and all that is true of the request under way.
  var exchange: Exchange
  private(set) var requestCount = 0
  /// How long the server keeps the connection at rest, as it last said.
  private(set) var keepAlive: Duration?
  /// Whether the connection rests, and its silence is watched.
  private var isResting = false
  /// Since when it rests, and until when.
  private var restsSince = Deadline.never
  private(set) var restsUntil = Deadline.never
  /// Where the pool has it while it rests; read and changed under the pool's lock alone.
  var parking: Parking?
  /// Whether the machine has lost the address that it comes from; that may be told at any time.
  private let hasLostAddress = Atomic(false)

  init(
    _ transport: Transport, _ dialTimes: DialTimes, for key: PoolKey, until lastUse: Deadline,
    _ deadlines: Deadlines, limits: HTTP.Limits, isForOneRequest: Bool = false,
    silenceBroken: @escaping @Sendable (Connection, Doorbell.Wakeup) -> Void
  ) {
    self.transport = transport
    channel = transport.channel
    self.dialTimes = dialTimes
    self.key = key
    self.lastUse = lastUse
    self.isForOneRequest = isForOneRequest
    self.silenceBroken = silenceBroken
    exchange = Exchange(limits: limits, deadlines)
  }

  /// Whether a request was sent before the one under way.
  var isReused: Bool { requestCount > 1 }

  /// Whether another request may follow.
  var isReusable: Bool {
    exchange.isReusable && transport.isGood && !(isForOneRequest && requestCount > 0)
  }

  // Kept out of line, as is much else that async functions call: what is inlined into one has its
  // variables in the memory of the task, where they add up for every request that is under way.
  // Out of line they are on the thread's stack.
  /// Writes a request's head, and the body with it if that is there.
  @inline(never)
  func begin(
    _ request: consuming ExchangeRequest, _ deadlines: Deadlines
  ) throws(ConnectionError) {
    requestCount += 1
    do throws(HTTP.WriteError) { try exchange.begin(request, deadlines) } catch {
      throw .request(error)
    }
  }

  /// Writes what stands around content; what cannot be written is the request's fault.
  func frame(
    _ write: () throws(HTTP.WriteError) -> Void
  ) throws(ConnectionError) {
    do throws(HTTP.WriteError) { try write() } catch { throw .request(error) }
  }

  private static let keepAliveName: HTTP.FieldName = "Keep-Alive"

  /// Notes what the server says of the connection in a final response.
  func noteKeepAlive(_ head: HTTP.ResponseHead) {
    guard let value = head.fields[Self.keepAliveName] else { return }
    keepAlive = KeepAliveParameters(value.bytes.span).timeout
  }
}

// MARK: Resting and closing

extension Connection {
  /// Closes the connection, whether a request has it or not; what has not been sent may be lost.
  func close() { channel.close() }

  /// Closes the connection, whether a request has it or not, because its address is gone.
  func loseAddress() {
    hasLostAddress.store(true, ordering: .releasing)
    close()
  }

  /// What has ended a request here, by what is known of the connection.
  func explained(_ reason: ConnectionError) -> ConnectionError {
    guard case .network(let fault) = reason, fault.isClosedHere,
      hasLostAddress.load(ordering: .acquiring), let address = channel.local
    else { return reason }
    return .network(Connections.NetworkFault(.addressNotLocal(address)))
  }

  /// Closes the connection, which the caller has: a server of TLS is told before.
  func end() {
    transport.sayGoodbye()
    close()
  }

  /// Lets the connection rest from now until a moment; returns false if it is of no more use.
  func park(at now: Deadline, until deadline: Deadline) -> Bool {
    exchange.buffer.rest()
    transport.rest()
    (restsSince, restsUntil) = (now, deadline)
    isResting = watchSilence(until: deadline)
    return isResting
  }

  private func watchSilence(until deadline: Deadline) -> Bool {
    // The watch holds the connection until its silence is broken, at the latest by closing it. A
    // weak reference would make each use of the connection slower.
    for _ in 0..<Self.looksAtMost {
      let silence = channel.watchSilence(until: deadline) { [self] in
        silenceBroken(self, $0)
      }
      if silence == .kept { return true }
      // Tickets often come behind the first answer.
      guard silence == .data, transport.absorb() else { return false }
    }
    return false
  }

  /// Takes the connection out of its rest; returns false if it is of no more use.
  ///
  /// Bytes that were not asked for would be taken for the next answer. RFC 9112 section 9.2. A
  /// caller that can send its request once more says what time it is: then a connection that came
  /// to rest a moment ago is not looked at. What comes between a look and the request is not seen
  /// either, and that takes hardly less time.
  @inline(never)
  func resume(at now: Deadline? = nil) -> Bool {
    // One that was made just now has been asked nothing, and what it says is its first answer.
    guard isResting || requestCount > 0 else { return true }
    // One that came from another request was not watched.
    let isQuiet = isResting && channel.endWatch()
    isResting = false
    if isQuiet, let now, now.isWithin(Self.momentOfRest, of: restsSince) { return true }
    // A watch that was broken may have heard, late, of what was read before the rest.
    return channel.silence() == .kept || transport.absorb()
  }

  /// For how many nanoseconds a connection at rest is as it was when it came there.
  private static let momentOfRest: UInt64 = 20_000
  /// How many times in a row what comes late is taken in before a connection rests.
  private static let looksAtMost = 4
}
