package import ApusHTTP
package import ApusNet

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
