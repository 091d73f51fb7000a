@_exported public import ApusBytes
@_exported public import ApusHTTP
@_exported public import ApusSerialization
@_exported public import ApusSession
