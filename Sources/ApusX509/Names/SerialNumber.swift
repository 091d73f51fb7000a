internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// The serial number of a certificate.
  ///
  ///     CertificateSerialNumber  ::=  INTEGER
  ///
  /// RFC 5280 section 4.1.2.2 requires a positive serial number of at most twenty bytes. Some
  /// certificates have other serial numbers, such as roots with the serial number zero. The reader
  /// therefore accepts every number, and the properties of the serial number report deviations.
  public struct SerialNumber: Hashable, Sendable {
    /// The maximum number of bytes of a serial number that conforms to RFC 5280.
    public static let byteLimit = 20

    /// The content of the INTEGER in two's complement and in its shortest form, beginning with the
    /// high byte.
    public let content: [UInt8]

    init(content: [UInt8]) {
      self.content = content
    }

    /// Creates a positive serial number from bytes that begin with the high byte.
    /// Leading zeros are removed.
    ///
    /// - Parameter magnitude: The bytes of a positive number.
    public init(_ magnitude: [UInt8]) {
      let bytes = Array(magnitude.drop { $0 == 0 })
      content = bytes.first.map { $0 < 0x80 } == true ? bytes : [0] + bytes
    }

    /// The bytes of the serial number without a leading zero, beginning with the high byte.
    /// The magnitude is `nil` if the serial number is negative.
    public var magnitude: [UInt8]? {
      if isNegative { return nil }
      return content.count > 1 && content[0] == 0 ? Array(content.dropFirst()) : content
    }

    /// A Boolean value that indicates whether the serial number is negative.
    public var isNegative: Bool { content[0] >= 0x80 }
    /// A Boolean value that indicates whether the serial number is zero.
    public var isZero: Bool { content == [0] }
    /// A Boolean value that indicates whether the serial number has more bytes than RFC 5280
    /// allows.
    public var isTooLong: Bool { content.count > Self.byteLimit }
    /// A Boolean value that indicates whether the serial number is positive and not too long.
    public var isConforming: Bool { !isNegative && !isZero && !isTooLong }

    /// Reads the content of a serial number. A longer encoding than necessary is noted as a flaw.
    static func readContent(
      from tbs: inout Reader, in der: Span<UInt8>, _ flaws: inout Flaws
    ) throws(X509Error) -> Range<Int> {
      let element = try tbs.read(.integer, in: der)
      do throws(ASN1Error) {
        _ = try element.wideInteger(in: der)
      } catch {
        // A serial number must have at least one byte.
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
  /// The bytes of the serial number in hexadecimal digits, after a minus sign if the serial number
  /// is negative.
  public var description: String {
    guard isNegative else { return Hex.encode(magnitude ?? content) }
    // The negation in two's complement inverts every bit and adds one.
    var bytes = content.map { ~$0 }
    for index in bytes.indices.reversed() {
      bytes[index] &+= 1
      if bytes[index] != 0 { break }
    }
    return "-" + Hex.encode(X509.SerialNumber(bytes).magnitude ?? bytes)
  }
}
