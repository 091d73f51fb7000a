@_exported public import ApusAuthentication
@_exported public import ApusCaching
@_exported public import ApusConnections
@_exported public import ApusCookies
@_exported public import ApusHTTP
@_exported public import ApusSerialization
@_exported public import ApusTLS
@_exported public import ApusX509

@_exported public import class ApusNet.Reachability
