package import ApusHTTP
internal import ApusNet

/// One exchange with a server, from its lease to its release.
///
/// This type is the boundary of the module. The code above the module uses an exchange and never a
/// connection, so a connection could carry several exchanges without a change of that code. The
/// holder of a lease calls `begin` and `awaitHead`, reads the content, and releases the lease
/// exactly once with `release`, `fail` or `drop`.
package struct Lease: Sendable {
  private let connection: Connection
  private let pool: ConnectionPool

  init(_ connection: Connection, of pool: ConnectionPool) {
    self.connection = connection
    self.pool = pool
  }

  /// The facts about a failed exchange.
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
  /// A Boolean value that indicates whether the connection has served another request before.
  package var isReused: Bool { connection.isReused }

  /// The times of the steps that made the connection.
  package var dialTimes: DialTimes { connection.dialTimes }

  /// Writes the head of the request to the send buffer, with the request's body if the body is in
  /// memory.
  package func begin(
    _ request: consuming ExchangeRequest, _ deadlines: Deadlines
  ) throws(ConnectionError) {
    try connection.begin(request, deadlines)
  }

  /// The bytes of the request head, which are available until they are sent.
  package var headBytes: [UInt8] { connection.exchange.headBytes }

  /// Sets a callback that runs once when the request is sent and once at the first byte of the
  /// response.
  package func onStep(_ told: @escaping (ExchangeMilestone) -> Void) {
    connection.exchange.request.onStep = told
  }

  /// Sends the request and receives the response up to the head of the final response. Calls the
  /// function for each earlier step, such as an informational response.
  package func awaitHead(
    _ told: (HeadStep) -> Void
  ) async throws(ConnectionError) -> HTTP.ResponseHead {
    try await connection.awaitHead(told)
  }

  /// A Boolean value that indicates whether the exchange has read a part of the request's body that
  /// cannot be read again.
  package var hasReadBody: Bool {
    switch connection.exchange.request.feed.source {
    // The request's body was held back, and the server has responded without the body.
    case .sequence, .parts: false
    case .nothing, .bytes, .file, .fileBegun, .produced: true
    }
  }

  /// The facts about the TLS connection. The value is `nil` for a connection in clear text.
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

  /// Limits the rest of the exchange to one idle timeout in total.
  package func boundByIdleTimeout() {
    connection.exchange.request.deadlines = connection.exchange.request.deadlines
      .bounded(by: .idle)
  }

  /// Applies the limit on slowness to the response's content, because the content is collected or
  /// saved.
  package func limitSlowness() { connection.exchange.request.isCollected = true }

  /// The bytes of the connection after the connection has left HTTP. The value is `nil` before
  /// that.
  package var rawBytes: RawBytes? {
    connection.exchange.isSwitched ? RawBytes(connection) : nil
  }
}

// MARK: The end

extension Lease {
  /// Releases the exchange. The pool takes back the connection if the connection can serve another
  /// request.
  ///
  /// With `draining`, the exchange first reads the part of the remaining response that has been
  /// received.
  /// - Returns: The trailer fields of the response, or `nil` if the response has no trailer fields.
  @discardableResult
  package func release(draining: Bool) -> HTTP.Fields? {
    if draining { connection.drainNow() }
    let (trailers, isReusable) = connection.endRequest()
    pool.giveBack(connection, isReusable: isReusable)
    return trailers
  }

  /// Releases the exchange before its request has begun.
  package func releaseUnused() { pool.giveBack(connection) }

  /// Releases an exchange that has failed before the head of the final response.
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

  /// Closes the connection immediately, which wakes the task that reads from the connection.
  package func drop() { pool.drop(connection) }

  /// Returns the error of the request, with a lost local address as the reason if the connection
  /// has lost its address.
  package func explained(_ error: ConnectionError) -> ConnectionError {
    connection.explained(error)
  }
}
