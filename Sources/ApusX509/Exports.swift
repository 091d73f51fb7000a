@_exported public import ApusASN1
@_exported public import ApusBytes
@_exported public import ApusCrypto
@_exported public import ApusNames
