internal import ApusASN1

extension X509 {
  /// A DER reader of one field of a certificate, which names the field in its errors.
  ///
  /// The reader is a `DERReader` that throws `X509Error`. The span of the bytes is a parameter of
  /// each call, as in `DERReader`.
  public struct Reader: Sendable {
    var der: DERReader
    /// The certificate field that the DER reader reads, which errors contain.
    var field: Field

    init(_ der: DERReader, _ field: Field) {
      self.der = der
      self.field = field
    }

    /// The offset of the next DER value.
    var position: Int { der.position }
    /// A Boolean value that indicates whether every DER value has been read.
    var isAtEnd: Bool { der.isAtEnd }

    @inline(__always)
    func isNext(_ tag: ASN1.Tag, in bytes: Span<UInt8>) -> Bool { der.isNext(tag, in: bytes) }

    /// Returns the error for a broken rule, with the field and the offset.
    func broken(_ rule: Rule, at: Int) -> X509Error { .broken(rule, field, at: at) }

    /// Calls a DER parser, and converts its errors to errors of the field.
    ///
    /// RFC 5280 section 4.1.
    @inline(__always)
    mutating func reading<Value>(
      _ body: (inout DERReader) throws(ASN1Error) -> Value
    ) throws(X509Error) -> Value {
      do throws(ASN1Error) {
        return try body(&der)
      } catch {
        throw .malformed(field, error)
      }
    }

    /// Decodes the content of an ASN.1 element whose tag and length have been read already.
    @inline(__always)
    func content<Value>(
      _ body: () throws(ASN1Error) -> Value
    ) throws(X509Error) -> Value {
      do throws(ASN1Error) {
        return try body()
      } catch {
        throw .malformed(field, error)
      }
    }

    /// Returns a reader of the DER values within an element.
    func reader(of element: ASN1.Element) throws(X509Error) -> Reader {
      let inner = try content { () throws(ASN1Error) in try element.reader() }
      return Reader(inner, field)
    }

    /// Throws an error if the reader has not read every value.
    @inline(__always)
    func finish() throws(X509Error) {
      guard der.isAtEnd else {
        throw .malformed(field, .trailingBytes(at: der.position, count: der.end - der.position))
      }
    }
  }
}

extension X509 {
  /// The tolerated violations of DER and RFC 5280 in a certificate that is read for display.
  ///
  /// A strict reading throws the first flaw. A tolerant reading stores each flaw and continues. RFC
  /// 5280 section 4.1.
  struct Flaws {
    /// The maximum number of flaws in a certificate that can be displayed.
    static let limit = 256

    let areTolerated: Bool
    private(set) var list: [X509Error] = []

    init(areTolerated: Bool) {
      self.areTolerated = areTolerated
    }

    /// Throws an error, or stores the error as a flaw if flaws are tolerated.
    mutating func note(_ error: X509Error) throws(X509Error) {
      guard areTolerated, list.count < Self.limit else { throw error }
      list.append(error)
    }

    /// Calls a check, and throws its error or stores it as a flaw if flaws are tolerated.
    mutating func noting(_ check: () throws(X509Error) -> Void) throws(X509Error) {
      do throws(X509Error) {
        try check()
      } catch {
        try note(error)
      }
    }
  }
}
