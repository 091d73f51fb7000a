internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// The serial number of a certificate.
  ///
  ///     CertificateSerialNumber  ::=  INTEGER
  ///
  /// RFC 5280 section 4.1.2.2 requires a positive number of at most twenty bytes. Others exist,
  /// such as roots with zero, so every number is read, and its properties can be checked.
  public struct SerialNumber: Hashable, Sendable {
    /// The largest number of bytes of a conforming number.
    public static let byteLimit = 20

    /// The content of the INTEGER: two's complement, the high byte first, in its shortest form.
    public let content: [UInt8]

    init(content: [UInt8]) {
      self.content = content
    }

    /// Creates a number from bytes, the high one first, without leading zeros.
    ///
    /// - Parameter magnitude: The bytes of a positive number.
    public init(_ magnitude: [UInt8]) {
      let bytes = Array(magnitude.drop { $0 == 0 })
      content = bytes.first.map { $0 < 0x80 } == true ? bytes : [0] + bytes
    }

    /// The number as bytes, the high one first, without a leading zero; nil if it is negative.
    public var magnitude: [UInt8]? {
      if isNegative { return nil }
      return content.count > 1 && content[0] == 0 ? Array(content.dropFirst()) : content
    }

    /// A Boolean value that indicates whether the number is negative.
    public var isNegative: Bool { content[0] >= 0x80 }
    /// A Boolean value that indicates whether the number is zero.
    public var isZero: Bool { content == [0] }
    /// A Boolean value that indicates whether the number has more bytes than allowed.
    public var isTooLong: Bool { content.count > Self.byteLimit }
    /// A Boolean value that indicates whether the number is positive and not too long.
    public var isConforming: Bool { !isNegative && !isZero && !isTooLong }

    /// Reads the content of a number; a longer encoding than necessary is a flaw.
    static func readContent(
      from tbs: inout Reader, in der: Span<UInt8>, _ flaws: inout Flaws
    ) throws(X509Error) -> Range<Int> {
      let element = try tbs.read(.integer, in: der)
      do throws(ASN1Error) {
        _ = try element.wideInteger(in: der)
      } catch {
        // A number must have at least one byte.
        guard element.byteCount > 0 else { throw .malformed(tbs.field, error) }
        try flaws.note(.malformed(tbs.field, error))
      }
      return element.content
    }

    func write(to writer: inout DERWriter) {
      writer.write(.integer, content: content)
    }
  }
}

extension X509.SerialNumber: CustomStringConvertible {
  /// The bytes in hexadecimal; after a minus sign if the number is negative.
  public var description: String {
    guard isNegative else { return Hex.encode(magnitude ?? content) }
    // The negation in two's complement: every bit inverted, and one added.
    var bytes = content.map { ~$0 }
    for index in bytes.indices.reversed() {
      bytes[index] &+= 1
      if bytes[index] != 0 { break }
    }
    return "-" + Hex.encode(X509.SerialNumber(bytes).magnitude ?? bytes)
  }
}
