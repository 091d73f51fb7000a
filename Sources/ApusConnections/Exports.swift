@_exported public import ApusAuthentication
@_exported public import ApusHTTP
@_exported public import ApusTLS
@_exported public import ApusX509

/// A namespace for the settings and errors of connections to servers.
///
/// The settings include timeouts, limits, proxies and trust. `HTTPSession` has a type alias for
/// each type in `Connections`, such as `HTTPSession.Timeouts`.
public enum Connections {}
