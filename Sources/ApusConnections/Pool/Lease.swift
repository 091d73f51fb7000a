package import ApusHTTP
internal import ApusNet

/// One exchange with a server, from its lease to its release.
///
/// This type is the border of the module: the code above uses an exchange and never a connection,
/// so that a connection could carry several exchanges without a change above. The holder calls
/// `begin`, then `awaitHead`, then reads the content, and releases the lease exactly once with
/// `release`, `fail` or `drop`.
package struct Lease: Sendable {
  private let connection: Connection
  private let pool: ConnectionPool

  init(_ connection: Connection, of pool: ConnectionPool) {
    self.connection = connection
    self.pool = pool
  }

  /// The facts of an exchange that has failed.
  package struct Failure {
    package let error: ConnectionError
    /// A Boolean value that indicates whether any byte of the response was received.
    package let hasHeard: Bool
    /// The error that the request's own body threw.
    package let bodyError: (any Error)?
  }
}

// MARK: The request and the head

extension Lease {
  /// A Boolean value that indicates whether the connection has served another request before.
  package var isReused: Bool { connection.isReused }

  /// The times of the steps that made the connection.
  package var dialTimes: DialTimes { connection.dialTimes }

  /// Writes the request's head, and the body if it is in memory.
  package func begin(
    _ request: consuming ExchangeRequest, _ deadlines: Deadlines
  ) throws(ConnectionError) {
    try connection.begin(request, deadlines)
  }

  /// The bytes of the request's head, until they are sent.
  package var headBytes: [UInt8] { connection.exchange.headBytes }

  /// Sets the function that is called once when the request is sent and once at the first byte of
  /// the response.
  package func onStep(_ told: @escaping (ExchangeMilestone) -> Void) {
    connection.exchange.request.onStep = told
  }

  /// Sends the request and receives the response up to its final head; calls the function for each
  /// step until then.
  package func awaitHead(
    _ told: (HeadStep) -> Void
  ) async throws(ConnectionError) -> HTTP.ResponseHead {
    try await connection.awaitHead(told)
  }

  /// A Boolean value that indicates whether a part of the request's body was read that cannot be
  /// read again.
  package var hasReadBody: Bool {
    switch connection.exchange.request.feed.source {
    // The body was held back, and the server has responded without it.
    case .sequence, .parts: false
    case .nothing, .bytes, .file, .fileBegun, .produced: true
    }
  }

  /// The facts of the TLS connection; nil in clear text.
  package var secured: Connections.SecuredConnection? { connection.transport.secured }

  /// Records the keep-alive parameters of the final head.
  package func noteHead(_ head: HTTP.ResponseHead) {
    if connection.transport.secured != nil { connection.transport.noteAnswer() }
    connection.noteKeepAlive(head)
  }
}

// MARK: The content

extension Lease {
  /// The framing of the response's content.
  package var framing: HTTP.BodyFraming { connection.framing }

  /// Appends content as soon as some is available; returns false once the response is complete.
  package func readContent(into content: inout [UInt8]) async throws(ConnectionError) -> Bool {
    try await connection.readContent(into: &content)
  }

  /// Appends content that has already arrived; returns whether the response is complete.
  package func readContentNow(into content: inout [UInt8]) throws(ConnectionError) -> Bool {
    try connection.readContentNow(into: &content)
  }

  /// Limits the rest of the exchange to one idle timeout in all.
  package func boundByIdleTimeout() {
    connection.exchange.request.deadlines = connection.exchange.request.deadlines
      .bounded(by: .idle)
  }

  /// Applies the limit on slowness to the content, because it is collected or saved.
  package func limitSlowness() { connection.exchange.request.isCollected = true }

  /// The bytes of the connection once it has left HTTP; nil before that.
  package var rawBytes: RawBytes? {
    connection.exchange.isSwitched ? RawBytes(connection) : nil
  }
}

// MARK: The end

extension Lease {
  /// Releases the exchange; the connection is kept if it can serve another request.
  ///
  /// With `draining`, the received part of the rest of the response is read first.
  /// - Returns: The response's trailers, if there are any.
  @discardableResult
  package func release(draining: Bool) -> HTTP.Fields? {
    if draining { connection.drainNow() }
    let (trailers, isReusable) = connection.endRequest()
    pool.giveBack(connection, isReusable: isReusable)
    return trailers
  }

  /// Releases the exchange before its request was begun.
  package func releaseUnused() { pool.giveBack(connection) }

  /// Releases an exchange that has failed before its final head.
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

  /// Closes the connection immediately, which wakes the task that reads from it.
  package func drop() { pool.drop(connection) }

  /// Returns the error with the facts that the connection knows.
  package func explained(_ error: ConnectionError) -> ConnectionError {
    connection.explained(error)
  }
}
