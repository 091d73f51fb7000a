internal import ApusConnections
internal import ApusHTTP

extension HTTPSession {
  /// Returns an error with a hint about a proxy in the environment variables, if no connection
  /// could be made.
  func hintingAtProxy(_ error: HTTPSessionError) -> HTTPSessionError {
    guard error.isWithoutConnection, configuration.proxies.isNone,
      case .network = engine, let url = error.request.flatMap({ try? HTTP.URL($0.target.text) }),
      let variable = UnusedProxy.variable(for: url.scheme)
    else { return error }
    return error.hinted(.unusedProxy(variable: variable))
  }
}
