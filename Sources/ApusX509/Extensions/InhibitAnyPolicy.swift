public import ApusASN1

extension X509 {
  /// From where on anyPolicy means nothing.
  ///
  ///     InhibitAnyPolicy ::= SkipCerts
  ///     SkipCerts ::= INTEGER (0..MAX)
  ///
  /// RFC 5280 section 4.2.1.14.
  public struct InhibitAnyPolicy: ExtensionValue {
    /// After how many more certificates, zero at least.
    public let skippedCount: Int

    /// After that many more certificates.
    public init(after skippedCount: Int) throws(X509Error) {
      guard skippedCount >= 0 else { throw .forbidden(.notNegative) }
      self.skippedCount = skippedCount
    }

    public static var kind: Extension.Kind { .inhibitAnyPolicy }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      skippedCount = try reader.readCount(in: der)
    }

    public func write(to writer: inout DERWriter) {
      writer.writeInteger(skippedCount)
    }
  }
}
