@_exported public import ApusBytes
