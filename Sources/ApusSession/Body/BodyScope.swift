internal import ApusHTTP
internal import ApusNet

/// The content of a response while its scope lasts.
///
/// One task at a time reads it. When the scope ends nobody can read it any more, and a read that
/// is still under way then, in a task that was left behind, ends with an error.
final class BodyScope: @unchecked Sendable {
  private enum Use {
    case free
    case reading
    /// A read has come to an end, and deals with the connection itself.
    case settling
    /// The scope has ended during a read, and has dropped the connection.
    case abandoned
    case ended
  }

  private let use = Lock(Use.free)
  // Seen and changed by whoever has brought `use` out of `free`.
  private var transfer: Transfer
  // The transfer is its reader's; the end of the scope needs these during a read.
  private let pool: ConnectionPool?
  private let connection: Connection?

  init(_ transfer: Transfer) {
    self.transfer = transfer
    pool = transfer.pool
    connection = transfer.connection
  }

  /// Whether somebody reads at this moment.
  var isReading: Bool { use.withLock { $0 == .reading } }

  /// The next piece of content, or nil at its end.
  func next() async throws(HTTPSessionError) -> [UInt8]? {
    guard claim() else { throw HTTPSessionError(.bodyOutOfScope) }
    defer { leave() }
    do throws(HTTPSessionError.Reason) {
      // A double's content is there from the beginning.
      if transfer.content.isEmpty, try await !transfer.read() {
        settle()
        transfer.finish()
        return nil
      }
      defer { transfer.content = [] }
      return transfer.content
    } catch {
      settle()
      throw transfer.fail(error)
    }
  }

  /// The fields behind the content, once that has been read.
  var trailers: HTTP.Fields {
    guard claim() else { return [:] }
    defer { leave() }
    return transfer.trailers
  }

  /// How long the content is, if the head said so.
  var contentLength: Int? {
    guard claim() else { return nil }
    defer { leave() }
    return transfer.contentLength
  }

  /// Ends the scope, and gives the connection back or closes it.
  ///
  /// A connection that is still read from is dropped at once, which wakes its reader: when this
  /// returns nobody has it any more.
  func end(draining: Bool) async {
    let before = use.withLock { use in
      defer { use = use == .reading ? .abandoned : .ended }
      return use
    }
    switch before {
    case .free: await transfer.end(draining: draining)
    case .reading: if let connection { pool?.drop(connection) }
    case .settling, .abandoned, .ended: break
    }
  }

  private func claim() -> Bool {
    use.withLock { use in
      guard use == .free else { return false }
      use = .reading
      return true
    }
  }

  /// From here on the connection is the reader's, unless the scope has ended meanwhile.
  private func settle() {
    let isAbandoned = use.withLock { use in
      if use == .reading { use = .settling }
      return use == .abandoned
    }
    if isAbandoned { transfer.forget() }
  }

  private func leave() {
    let isAbandoned = use.withLock { use in
      defer { use = use == .reading || use == .settling ? .free : .ended }
      return use == .abandoned
    }
    guard isAbandoned else { return }
    transfer.forget()
    _ = transfer.fail(.bodyOutOfScope)
  }
}
