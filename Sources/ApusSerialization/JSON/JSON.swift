/// JSON by RFC 8259: values, numbers and lines, the options of readers and writers, and errors.
///
/// `JSONCoder` converts `Codable` types.
public enum JSON {}
