internal import ApusASN1

extension X509 {
  /// Walks over the DER of one field of a certificate, which its errors name.
  ///
  /// A DERReader that throws `X509Error`; the span travels beside it in the same way.
  public struct Reader: Sendable {
    var der: DERReader
    /// What is being read.
    var field: Field

    init(_ der: DERReader, _ field: Field) {
      self.der = der
      self.field = field
    }

    /// Where the next value begins.
    var position: Int { der.position }
    /// Whether every value has been read.
    var isAtEnd: Bool { der.isAtEnd }

    @inline(__always)
    func isNext(_ tag: ASN1.Tag, in bytes: Span<UInt8>) -> Bool { der.isNext(tag, in: bytes) }

    /// An error about a rule, with the field and the offset.
    func broken(_ rule: Rule, at: Int) -> X509Error { .broken(rule, field, at: at) }

    /// Lets what reads DER be part of what reads certificates.
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

    /// Reads what is in an element that has been read already.
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

    /// A reader of the values within an element.
    func reader(of element: ASN1.Element) throws(X509Error) -> Reader {
      let inner = try content { () throws(ASN1Error) in try element.reader() }
      return Reader(inner, field)
    }

    /// Checks that every value has been read.
    @inline(__always)
    func finish() throws(X509Error) {
      guard der.isAtEnd else {
        throw .malformed(field, .trailingBytes(at: der.position, count: der.end - der.position))
      }
    }
  }
}

extension X509 {
  /// What a certificate breaks that can be looked over where it is only shown.
  ///
  /// A strict reading throws the first flaw; a tolerant one keeps each and goes on. RFC 5280
  /// section 4.1.
  struct Flaws {
    /// How many flaws a certificate may have and still be shown.
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

    /// Throws what a check throws, or keeps it.
    mutating func noting(_ check: () throws(X509Error) -> Void) throws(X509Error) {
      do throws(X509Error) {
        try check()
      } catch {
        try note(error)
      }
    }
  }
}
