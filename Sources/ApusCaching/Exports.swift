@_exported public import ApusHTTP
