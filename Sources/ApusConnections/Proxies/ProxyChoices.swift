internal import ApusHTTP
internal import ApusNet

/// The proxies that the program's function has chosen for the URLs of one call.
///
/// The session calls the function once for each URL. Retries, responses to challenges, and requests
/// that are sent again after a closed connection reuse the function's choice. A function that
/// rotates proxies would otherwise count such requests too.
package final class ProxyChoices: Sendable {
  private let chosen = Lock<[HTTP.URL: [Connections.Proxy]]>([:])

  /// Returns the proxies for a URL. The closure chooses the proxies at the first call for the URL.
  func proxies(
    for url: HTTP.URL, choosing choose: () -> [Connections.Proxy]
  ) -> [Connections.Proxy] {
    if let known = chosen.withLock({ $0[url] }) { return known }
    // The lock is not held while the program's function runs.
    let choice = choose()
    chosen.withLock { $0[url] = choice }
    return choice
  }
}
