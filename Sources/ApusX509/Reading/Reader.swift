internal import ApusASN1

extension X509 {
  /// A reader of the DER of one field of a certificate, which its errors name.
  ///
  /// A DERReader that throws `X509Error`; the span is a parameter of each call in the same way.
  public struct Reader: Sendable {
    var der: DERReader
    /// The field that is read.
    var field: Field

    init(_ der: DERReader, _ field: Field) {
      self.der = der
      self.field = field
    }

    /// The offset of the next value.
    var position: Int { der.position }
    /// A Boolean value that indicates whether every value has been read.
    var isAtEnd: Bool { der.isAtEnd }

    @inline(__always)
    func isNext(_ tag: ASN1.Tag, in bytes: Span<UInt8>) -> Bool { der.isNext(tag, in: bytes) }

    /// Returns the error for a broken rule, with the field and the offset.
    func broken(_ rule: Rule, at: Int) -> X509Error { .broken(rule, field, at: at) }

    /// Calls a DER parser and converts its errors.
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

    /// Reads the content of an element that has been read already.
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

    /// Returns a reader of the values within an element.
    func reader(of element: ASN1.Element) throws(X509Error) -> Reader {
      let inner = try content { () throws(ASN1Error) in try element.reader() }
      return Reader(inner, field)
    }

    /// Throws an error if there are values left.
    @inline(__always)
    func finish() throws(X509Error) {
      guard der.isAtEnd else {
        throw .malformed(field, .trailingBytes(at: der.position, count: der.end - der.position))
      }
    }
  }
}

extension X509 {
  /// The tolerable violations in a certificate that is only displayed.
  ///
  /// A strict reading throws the first flaw; a tolerant one keeps each and continues. RFC 5280
  /// section 4.1.
  struct Flaws {
    /// The largest number of flaws in a certificate that can be displayed.
    static let limit = 256

    let areTolerated: Bool
    private(set) var list: [X509Error] = []

    init(areTolerated: Bool) {
      self.areTolerated = areTolerated
    }

    /// Throws an error, or keeps it.
    mutating func note(_ error: X509Error) throws(X509Error) {
      guard areTolerated, list.count < Self.limit else { throw error }
      list.append(error)
    }

    /// Calls a check, and throws or keeps its error.
    mutating func noting(_ check: () throws(X509Error) -> Void) throws(X509Error) {
      do throws(X509Error) {
        try check()
      } catch {
        try note(error)
      }
    }
  }
}
