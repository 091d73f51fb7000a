@_exported public import ApusConnections
@_exported public import ApusX509
@_exported public import ApusX509Files
