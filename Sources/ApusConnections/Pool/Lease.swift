package import ApusHTTP
package import ApusNet

/// The exclusive use of a pooled connection for one HTTP exchange.
///
/// Code outside the module uses leases and never accesses a connection directly. The holder of a
/// lease calls `begin` and `awaitHead`, and reads the content. The holder releases the lease
/// exactly once with `release`, `fail` or `drop`.
package struct Lease: Sendable {
  private let connection: Connection
  private let pool: ConnectionPool

  init(_ connection: Connection, of pool: ConnectionPool) {
    self.connection = connection
    self.pool = pool
  }

  /// The details of a failed HTTP exchange, which decide about a retry.
  package struct Failure {
    package let error: ConnectionError
    /// A Boolean value that indicates whether any byte of the response was received.
    package let hasHeard: Bool
    /// The error that the caller's own request body threw.
    package let bodyError: (any Error)?
  }
}

// MARK: The request and the head

extension Lease {
  /// A Boolean value that indicates whether the connection has served an earlier request.
  package var isReused: Bool { connection.isReused }

  /// The times when TCP, the proxy tunnel and TLS of the connection were established.
  package var dialTimes: DialTimes { connection.dialTimes }

  /// Writes the head of the request to the send buffer, with the request's body if the body is in
  /// memory.
  package func begin(
    _ request: consuming ExchangeRequest, _ deadlines: Deadlines
  ) throws(ConnectionError) {
    try connection.begin(request, deadlines)
  }

  /// The bytes of the request head. The bytes are available until the connection has sent them.
  package var headBytes: [UInt8] { connection.exchange.headBytes }

  /// Sets a callback that runs once when the request is sent and once at the first byte of the
  /// response.
  package func onStep(_ told: @escaping (ExchangeMilestone) -> Void) {
    connection.exchange.request.onStep = told
  }

  /// Sends the request and receives the response up to the head of the final response. Calls the
  /// given function for each informational response.
  package func awaitHead(
    _ told: (HeadStep) -> Void
  ) async throws(ConnectionError) -> HTTP.ResponseHead {
    try await connection.awaitHead(told)
  }

  /// A Boolean value that indicates whether the connection has read a part of a request body that
  /// cannot be replayed.
  package var hasReadBody: Bool {
    switch connection.exchange.request.feed.source {
    // The server has responded before the client has read the request body.
    case .sequence, .parts: false
    case .nothing, .bytes, .file, .fileBegun, .produced: true
    }
  }

  /// The result of the TLS handshake. The value is `nil` for a connection in clear text.
  package var secured: Connections.SecuredConnection? { connection.transport.secured }

  /// Records the keep-alive parameters of the final response's head.
  package func noteHead(_ head: HTTP.ResponseHead) {
    if connection.transport.secured != nil { connection.transport.noteAnswer() }
    connection.noteKeepAlive(head)
  }
}

// MARK: The content

extension Lease {
  /// The framing of the response's content.
  package var framing: HTTP.BodyFraming { connection.framing }

  /// Waits for content of the response, and appends the content. Returns `false` if the response is
  /// complete.
  package func readContent(into content: inout [UInt8]) async throws(ConnectionError) -> Bool {
    try await connection.readContent(into: &content)
  }

  /// Appends content of the response that has already arrived. Returns whether the response is
  /// complete.
  package func readContentNow(into content: inout [UInt8]) throws(ConnectionError) -> Bool {
    try connection.readContentNow(into: &content)
  }

  /// Limits the remaining exchange to the duration of one idle timeout.
  package func boundByIdleTimeout() {
    connection.exchange.request.deadlines = connection.exchange.request.deadlines
      .bounded(by: .idle)
  }

  /// Applies the minimum speed to the response content, because the content is collected or saved.
  package func limitSlowness() { connection.exchange.request.isCollected = true }

  /// The raw byte stream after a protocol upgrade or in a tunnel. The value is `nil` while the
  /// connection uses HTTP.
  package var rawBytes: RawBytes? {
    connection.exchange.isSwitched ? RawBytes(connection) : nil
  }
}

// MARK: The end

extension Lease {
  /// Ends the exchange. The connection returns to the pool if the connection can serve another
  /// request.
  ///
  /// With `draining`, the function first reads the rest of the response if the rest has already
  /// arrived.
  /// - Returns: The trailer fields of the response, or `nil` if the response has no trailer fields.
  @discardableResult
  package func release(draining: Bool) -> HTTP.Fields? {
    if draining { connection.drainNow() }
    let (trailers, isReusable) = connection.endRequest()
    pool.giveBack(connection, isReusable: isReusable)
    return trailers
  }

  /// Returns the unused connection to the pool before a request was sent.
  package func releaseUnused() { pool.giveBack(connection) }

  /// Ends an exchange that has failed before the head of the final response.
  package func fail(_ error: ConnectionError) -> Failure {
    let (hasHeard, bodyError) = (
      connection.exchange.request.hasHeard, connection.exchange.request.bodyFailure
    )
    let explained = connection.transport.explained(
      connection.explained(error), hasHeard: hasHeard)
    connection.exchange.forgetBody()
    connection.exchange.abandon()
    pool.giveBack(connection)
    return Failure(error: explained, hasHeard: hasHeard, bodyError: bodyError)
  }

  /// Closes the connection immediately, and wakes the task that reads from the connection.
  package func drop() { pool.drop(connection) }

  /// Returns the error of the request. If the machine has lost the connection's local address, the
  /// error reports that reason.
  package func explained(_ error: ConnectionError) -> ConnectionError {
    connection.explained(error)
  }
}

/// An HTTP call that obtains connections from the pool.
package protocol LeaseHolder: AnyObject, Sendable {
  var deadlines: Deadlines { get }
  /// The current priority of the HTTP call in the connection queue.
  var priority: HTTP.RequestOptions.Priority { get }
  /// Called when the HTTP call begins to wait for a connection.
  func noteQueued()
}

extension LeaseHolder {
  /// Waits while the HTTP call is suspended, at most until the timeout of the call.
  package func awaitResumption(on loop: EventLoop) async throws(ConnectionError) {
    guard let control = deadlines.control, control.suspension != nil else { return }
    guard try await control.goesOn(by: deadlines.request, on: loop) else {
      throw .timedOut(.total)
    }
  }
}
