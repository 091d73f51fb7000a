package import ApusHTTP
package import ApusNet

/// A call that leases connections.
package protocol LeaseHolder: AnyObject, Sendable {
  var deadlines: Deadlines { get }
  /// The priority of the call in the queue, which may change while the call waits.
  var priority: HTTP.RequestOptions.Priority { get }
  /// Called when the call begins to wait for a connection.
  func noteQueued()
}

extension LeaseHolder {
  /// Waits while the call is suspended, at most until the timeout of the call.
  package func awaitResumption(on loop: EventLoop) async throws(ConnectionError) {
    guard let control = deadlines.control, control.suspension != nil else { return }
    guard try await control.goesOn(by: deadlines.request, on: loop) else {
      throw .timedOut(.total)
    }
  }
}
