internal import ApusHTTP
internal import ApusNet

/// The proxies that the program's function has chosen for the URLs of one call.
///
/// The session calls the function once for each URL. Retries, responses to challenges, and requests
/// that are sent again after a closed connection reuse the function's choice. A function that
/// rotates proxies would otherwise count such requests too.
package final class ProxyChoices: Sendable {
  private let chosen = Lock<[HTTP.URL: [Connections.Proxy]]>([:])

  /// Returns the stored proxies for a URL. At the first call for the URL, the closure chooses the
  /// proxies.
  func proxies(
    for url: HTTP.URL, choosing choose: () -> [Connections.Proxy]
  ) -> [Connections.Proxy] {
    if let known = chosen.withLock({ $0[url] }) { return known }
    // The lock is released before the program's function is called.
    let choice = choose()
    chosen.withLock { $0[url] = choice }
    return choice
  }
}
