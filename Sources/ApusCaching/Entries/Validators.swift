internal import ApusBytes
public import ApusHTTP

extension Caching {
  /// The validators that identify a response when it is requested again.
  ///
  /// RFC 9110 section 8.8.
  public struct Validators: Sendable, Equatable {
    /// The entity tag as received; nil without a valid one.
    public let entityTag: [UInt8]?
    /// The text of `Last-Modified`; nil without a valid date.
    public let lastModified: [UInt8]?
    /// The moment of the last change.
    let lastModifiedDate: HTTP.Date?

    /// Reads the validators of a response; a field of two lines that differ is none.
    init(_ fields: HTTP.Fields) {
      let tag = Self.single(.etag, fields)
      entityTag = tag.flatMap { Self.isEntityTag($0.span) ? $0 : nil }
      let changed = Self.single(.lastModified, fields)
      lastModifiedDate = changed.flatMap { try? HTTP.Date($0.span) }
      lastModified = lastModifiedDate == nil ? nil : changed
    }

    /// A Boolean value that indicates whether both validators are missing.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The tag without the mark of a weak one.
    private var opaqueTag: ArraySlice<UInt8>? {
      entityTag.map { $0.starts(with: "W/".utf8) ? $0.dropFirst(2) : $0[...] }
    }

    /// Returns whether a `304` with these validators matches a stored response with others.
    ///
    /// Tags are compared weakly, as for `If-None-Match`. If the response has no tag, its
    /// `Last-Modified` must not differ. A `304` without either is about the requested entry.
    ///
    /// RFC 9111 section 4.3.4.
    func fit(_ stored: Validators) -> Bool {
      if let tag = opaqueTag { return tag == stored.opaqueTag }
      guard let date = lastModifiedDate else { return true }
      return stored.lastModifiedDate == nil || stored.lastModifiedDate == date
    }

    /// The one value of a field, whose lines must be the same.
    private static func single(_ name: HTTP.FieldName, _ fields: HTTP.Fields) -> [UInt8]? {
      let values = fields.values(of: name)
      guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
      return first.bytes
    }

    /// Returns whether bytes are an entity tag that can be sent in `If-None-Match`.
    ///
    ///     entity-tag = [ %s"W/" ] DQUOTE *etagc DQUOTE
    ///     etagc      = %x21 / %x23-7E / obs-text
    ///
    /// Some servers send a tag without quotes, and compare it with the same text. It is opaque, and
    /// is sent back as received. In `If-None-Match` a comma would make a list of it, and `*` would
    /// match every representation: such a value is not a tag.
    ///
    /// RFC 9110 section 8.8.3.
    private static func isEntityTag(_ bytes: Span<UInt8>) -> Bool {
      var at = Cursor(0..<bytes.count)
      _ = at.skip("W/", in: bytes)
      if at.skip(0x22, in: bytes) {
        _ = at.readWhile(in: bytes, isTagByte)
        return at.skip(0x22, in: bytes) && at.isAtEnd
      }
      let text = at.readWhile(in: bytes) { isTagByte($0) && $0 != 0x2c }
      return at.isAtEnd && !text.isEmpty && !(text.count == 1 && bytes[text.lowerBound] == 0x2a)
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
      byte == 0x21 || byte >= 0x23 && byte != 0x7f
    }
  }
}

extension Caching.Validators {
  /// Returns the validator for an `If-Range` request for the rest; nil without a strong one.
  ///
  /// It is an entity tag that is not weak. If there is no tag at all, it is `Last-Modified`, if
  /// that is a minute before the response's `Date`: closer to it the content may have changed twice
  /// within the second, or two clocks may differ.
  ///
  /// RFC 9110 sections 8.8.2.2 and 13.1.5.
  ///
  /// - Parameter fields: The header fields of the response.
  public static func forRange(_ fields: HTTP.Fields) -> [UInt8]? {
    let validators = Caching.Validators(fields)
    if let tag = validators.entityTag { return tag.first == 0x22 ? tag : nil }
    guard !fields.contains(.etag), let date = validators.lastModifiedDate,
      let sent = fields[.date].flatMap({ try? HTTP.Date($0.bytes.span) }),
      date.secondsSinceEpoch <= sent.secondsSinceEpoch - 60
    else { return nil }
    return validators.lastModified
  }
}
