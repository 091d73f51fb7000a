internal import ApusHTTP
internal import ApusNet

/// The proxies that the program's function has chosen for the URLs of one call.
///
/// The function is called once for each URL. Retries, responses to challenges, and requests that
/// are sent again because their connection was closed keep its choice. A function that rotates
/// proxies would otherwise count them too.
package final class ProxyChoices: Sendable {
  private let chosen = Lock<[HTTP.URL: [Connections.Proxy]]>([:])

  /// Returns the proxies for a URL; the first time, a closure chooses them.
  func proxies(
    for url: HTTP.URL, choosing choose: () -> [Connections.Proxy]
  ) -> [Connections.Proxy] {
    if let known = chosen.withLock({ $0[url] }) { return known }
    // The program's function is not called while the lock is held.
    let choice = choose()
    chosen.withLock { $0[url] = choice }
    return choice
  }
}
