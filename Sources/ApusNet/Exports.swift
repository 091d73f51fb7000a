@_exported public import ApusBytes
@_exported public import ApusFiles
@_exported public import ApusNames
