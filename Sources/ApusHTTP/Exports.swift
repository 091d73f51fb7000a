@_exported public import ApusBytes
@_exported public import ApusNames

/// The namespace of all message types of HTTP/1.1:
/// values and their wire format, without input or output.
public enum HTTP {}
