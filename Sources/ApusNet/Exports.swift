@_exported public import ApusBytes
@_exported public import ApusNames
