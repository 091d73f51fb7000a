@_exported public import ApusASN1
@_exported public import ApusX509

@_exported public import struct ApusFiles.SystemError
