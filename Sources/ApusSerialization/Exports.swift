@_exported public import ApusBytes
@_exported public import ApusHTTP

/// The namespace of JSON types according to RFC 8259:
/// values, numbers, line readers, options and errors.
///
/// Use `JSONCoder` to convert `Codable` types to and from JSON.
public enum JSON {}
