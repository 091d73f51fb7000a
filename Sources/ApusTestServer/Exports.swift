@_exported public import ApusHTTP
@_exported public import ApusSession
@_exported public import ApusTLS
