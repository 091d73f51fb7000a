@_exported public import ApusBytes
@_exported public import ApusCrypto
@_exported public import ApusX509
