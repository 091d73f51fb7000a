internal import ApusBytes
public import ApusHTTP

/// The fields of an HTML form, which were sent as an `application/x-www-form-urlencoded` body.
///
///     let form = try FormFields(parsing: body.span)
///     form["user"]
public struct FormFields: Sendable, Hashable {
  /// A field of an HTML form, which consists of a name and an optional value.
  public struct Field: Sendable, Hashable {
    /// The name of the form field.
    public let name: String
    /// The value of the form field. The value is `nil` if no `=` follows the field name.
    public let value: String?

    /// Creates a form field from a name and a value.
    ///
    /// - Parameters:
    ///   - name: The name of the field without percent-encoding.
    ///   - value: The value of the field without percent-encoding; `nil` for a name without `=`.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// The size limits of a form-encoded body.
  public struct Limits: Sendable, Hashable {
    /// The maximum number of bytes of a form-encoded body; the default is 1 MiB.
    public var byteCount = 1 << 20
    /// The maximum number of fields of a form-encoded body; the default is 1,000.
    public var fieldCount = 1_000

    /// Creates the default size limits of a form-encoded body.
    public init() {}
  }

  /// The fields of the form in order.
  public let all: [Field]

  /// Parses a form-encoded body. In this format, a `+` represents a space.
  ///
  ///     form = [ pair ] *( "&" [ pair ] )
  ///     pair = name [ "=" value ]
  ///
  /// The percent-decoded bytes must be valid in the charset of the form. Percent-encoding follows
  /// RFC 3986 section 2.1.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the form.
  ///   - charset: The charset of the percent-encoded bytes; UTF-8 by default.
  ///   - limits: The maximum number of fields and bytes of the form.
  public init(
    parsing bytes: Span<UInt8>, charset: TextCharset = .utf8, _ limits: Limits = Limits()
  ) throws(FormError) {
    guard bytes.count <= limits.byteCount else {
      throw .tooLong(byteCount: bytes.count, limit: limits.byteCount)
    }
    var fields: [Field] = []
    var at = Cursor(0..<bytes.count)
    while !at.isAtEnd {
      var pair = Cursor(at.readWhile(in: bytes) { $0 != 0x26 })
      _ = at.skip(0x26, in: bytes)
      guard !pair.isAtEnd else { continue }
      guard fields.count < limits.fieldCount else {
        throw .tooManyFields(limit: limits.fieldCount)
      }
      let name = pair.readWhile(in: bytes) { $0 != 0x3d }
      let hasValue = pair.skip(0x3d, in: bytes)
      fields.append(
        Field(
          try Self.text(name, of: bytes, charset),
          hasValue ? try Self.text(pair.range, of: bytes, charset) : nil))
    }
    all = fields
  }

  /// Returns the value of the first form field with the given name. The result is an empty string
  /// if the field has no value.
  ///
  /// - Parameter name: The name of the form field.
  public subscript(name: String) -> String? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }.map { $0.value ?? "" }
  }

  /// Returns the values of all form fields with the given name, in order.
  ///
  /// - Parameter name: The name of the form fields.
  public func values(of name: String) -> [String] {
    all.filter { $0.name.utf8.elementsEqual(name.utf8) }.map { $0.value ?? "" }
  }

  private static func text(
    _ range: Range<Int>, of form: Span<UInt8>, _ charset: TextCharset
  ) throws(FormError) -> String {
    let bytes: [UInt8]
    do throws(DecodeError) {
      bytes = try HTTP.PercentEncoding.form.decode(form.extracting(range))
    } catch {
      throw .malformed(at: range.lowerBound + error.offset)
    }
    // A byte order mark at the start of a form field is part of the value, so it is not removed.
    let text =
      charset == .utf8 ? String(validating: bytes, as: UTF8.self) : charset.decode(bytes.span)
    guard let text else { throw .malformedText(at: range.lowerBound) }
    return text
  }
}

/// An error in a form-encoded body, with the offset of the invalid byte.
///
/// The offset of an error is counted from the first byte of the form-encoded body.
public enum FormError: Error, Equatable, Sendable {
  /// The form-encoded body has more bytes than the limit allows.
  case tooLong(byteCount: Int, limit: Int)
  /// The form-encoded body has more fields than the limit allows.
  case tooManyFields(limit: Int)
  /// The form-encoded body contains an invalid byte, or a percent sign without two hexadecimal
  /// digits after it.
  case malformed(at: Int)
  /// The decoded bytes of a field name or value are not valid in the charset of the form.
  case malformedText(at: Int)
}

extension FormError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let byteCount, let limit):
      "the form has \(byteCount) bytes, but at most \(limit) bytes are allowed"
    case .tooManyFields(let limit): "the form has more than \(limit) fields"
    case .malformed(let at): "byte \(at): the percent-encoding of the form is malformed"
    case .malformedText(let at): "byte \(at): a name or value of the form is not valid UTF-8"
    }
  }
}
