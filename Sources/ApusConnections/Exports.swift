@_exported public import ApusAuthentication
@_exported public import ApusHTTP
@_exported public import ApusTLS
@_exported public import ApusX509
