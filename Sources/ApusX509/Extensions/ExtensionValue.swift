public import ApusASN1

extension X509 {
  /// The value of an extension that this module knows.
  ///
  /// Each kind is a type that can hold what its grammar and RFC 5280 allow, and nothing else: what
  /// has been read can be relied on, and what is written can be read. RFC 5280 section 4.2.
  public protocol ExtensionValue: Hashable, Sendable {
    /// Which extension it is the value of.
    static var kind: Extension.Kind { get }

    /// Reads the value.
    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error)

    /// Writes the value.
    func write(to writer: inout DERWriter)
  }
}

extension X509.ExtensionValue {
  /// Reads the value that fills a range of the bytes.
  public init(_ value: Range<Int>, in der: Span<UInt8>) throws(X509Error) {
    var reader = X509.Reader(DERReader(value), .value(Self.kind))
    try self.init(from: &reader, in: der)
    try reader.finish()
  }

  /// Reads the value that is all of the bytes.
  public init(_ der: Span<UInt8>) throws(X509Error) {
    try self.init(der.indices, in: der)
  }

  /// The value as DER.
  public var der: [UInt8] {
    var writer = DERWriter()
    write(to: &writer)
    return writer.bytes
  }
}
