@_exported public import ApusASN1
