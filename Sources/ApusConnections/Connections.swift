/// The settings and errors of connections to servers: timeouts, limits, proxies, trust.
///
/// `HTTPSession` has a type alias for each of them, such as `HTTPSession.Timeouts`.
public enum Connections {}
