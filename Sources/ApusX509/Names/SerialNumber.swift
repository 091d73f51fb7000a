internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// The number that an issuer has given a certificate.
  ///
  ///     CertificateSerialNumber  ::=  INTEGER
  ///
  /// RFC 5280 section 4.1.2.2 asks for a number above zero of at most twenty bytes. Others exist,
  /// roots with zero among them, so any is read, and what it is can be asked.
  public struct SerialNumber: Hashable, Sendable {
    /// How many bytes a number may have.
    public static let byteLimit = 20

    /// The content of the INTEGER: two's complement, the high byte first, in its shortest form.
    public let content: [UInt8]

    init(content: [UInt8]) {
      self.content = content
    }

    /// Creates the number of those bytes, the high one first; zeros in front do not count.
    public init(_ magnitude: [UInt8]) {
      let bytes = Array(magnitude.drop { $0 == 0 })
      content = bytes.first.map { $0 < 0x80 } == true ? bytes : [0] + bytes
    }

    /// The number as bytes, the high one first, without a zero in front; none below zero.
    public var magnitude: [UInt8]? {
      if isNegative { return nil }
      return content.count > 1 && content[0] == 0 ? Array(content.dropFirst()) : content
    }

    /// Whether the number is below zero.
    public var isNegative: Bool { content[0] >= 0x80 }
    /// Whether the number is zero.
    public var isZero: Bool { content == [0] }
    /// Whether the number has more bytes than it may.
    public var isTooLong: Bool { content.count > Self.byteLimit }
    /// Whether the number is above zero and has no more bytes than it may.
    public var isConforming: Bool { !isNegative && !isZero && !isTooLong }

    /// Reads the content of a number; one that is longer than it must be is a flaw.
    static func readContent(
      from tbs: inout Reader, in der: Span<UInt8>, _ flaws: inout Flaws
    ) throws(X509Error) -> Range<Int> {
      let element = try tbs.read(.integer, in: der)
      do throws(ASN1Error) {
        _ = try element.wideInteger(in: der)
      } catch {
        // A number of no bytes at all is none.
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
  /// The bytes in hexadecimal; with a minus in front below zero.
  public var description: String {
    guard isNegative else { return Hex.encode(magnitude ?? content) }
    // The negative of two's complement: every bit turned round, and one added.
    var bytes = content.map { ~$0 }
    for index in bytes.indices.reversed() {
      bytes[index] &+= 1
      if bytes[index] != 0 { break }
    }
    return "-" + Hex.encode(X509.SerialNumber(bytes).magnitude ?? bytes)
  }
}
