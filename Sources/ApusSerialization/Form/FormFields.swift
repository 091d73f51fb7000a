internal import ApusBytes
public import ApusHTTP

/// The fields of an `application/x-www-form-urlencoded` body, in their order.
///
///     let form = try FormFields(parsing: body.span)
///     form["user"]
public struct FormFields: Sendable, Hashable {
  /// One field of a form.
  public struct Field: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value; nil if the name has no `=`.
    public let value: String?

    /// Creates a field of a name and a value.
    ///
    /// - Parameters:
    ///   - name: The name without escapes.
    ///   - value: The value without escapes; nil for a name without `=`.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// The limits of a form.
  public struct Limits: Sendable, Hashable {
    /// The number of bytes that the form may have. The default is 1 MiB.
    public var byteCount = 1 << 20
    /// The number of fields that it may have. The default is 1,000.
    public var fieldCount = 1_000

    /// Creates the default limits.
    public init() {}
  }

  /// The fields, in order.
  public let all: [Field]

  /// Reads a form; a `+` is a space.
  ///
  ///     form = [ pair ] *( "&" [ pair ] )
  ///     pair = name [ "=" value ]
  ///
  /// Escaped bytes must be valid in the charset. Escapes follow RFC 3986 section 2.1.
  ///
  /// - Parameters:
  ///   - bytes: The text of the form.
  ///   - charset: The charset of the escaped bytes; UTF-8 by default.
  ///   - limits: The maximum number of fields and bytes.
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

  /// Returns the value of the first field of that name; an empty text if it has none.
  ///
  /// - Parameter name: The name of the field.
  public subscript(name: String) -> String? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }.map { $0.value ?? "" }
  }

  /// Returns the values of every field of that name, in order.
  ///
  /// - Parameter name: The name of the fields.
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
    // A byte order mark within a field is the field's.
    let text =
      charset == .utf8 ? String(validating: bytes, as: UTF8.self) : charset.decode(bytes.span)
    guard let text else { throw .malformedText(at: range.lowerBound) }
    return text
  }
}

/// The reason that a form could not be read, with the offset.
///
/// Offsets count from the first byte of the form.
public enum FormError: Error, Equatable, Sendable {
  /// More bytes than are allowed.
  case tooLong(byteCount: Int, limit: Int)
  /// More fields than are allowed.
  case tooManyFields(limit: Int)
  /// A byte that is not allowed in a form, or a percent sign without two digits after it.
  case malformed(at: Int)
  /// A name or value that is not text in the form's charset.
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
