internal import ApusBytes
public import ApusHTTP

extension Caching {
  /// The validators of a response, which a conditional request sends to the server.
  ///
  /// RFC 9110 section 8.8.
  public struct Validators: Sendable, Equatable {
    /// The entity tag as received. The value is `nil` if the response has no valid entity tag.
    public let entityTag: [UInt8]?
    /// The text of the `Last-Modified` field.
    /// The value is `nil` if the response has no valid `Last-Modified` date.
    public let lastModified: [UInt8]?
    /// The date of the last modification of the resource.
    let lastModifiedDate: HTTP.Date?

    /// Parses the entity tag and the modification date of a response. The parser ignores a
    /// validator if its field has two different lines.
    init(_ fields: HTTP.Fields) {
      let tag = Self.single(.etag, fields)
      entityTag = tag.flatMap { Self.isEntityTag($0.span) ? $0 : nil }
      let changed = Self.single(.lastModified, fields)
      lastModifiedDate = changed.flatMap { try? HTTP.Date($0.span) }
      lastModified = lastModifiedDate == nil ? nil : changed
    }

    /// A Boolean value that indicates whether the response has neither an entity tag nor a
    /// modification date.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The entity tag without the prefix `W/` of a weak tag.
    private var opaqueTag: ArraySlice<UInt8>? {
      entityTag.map { $0.starts(with: "W/".utf8) ? $0.dropFirst(2) : $0[...] }
    }

    /// Returns whether the validators of a `304` response match the validators of a stored
    /// response.
    ///
    /// Entity tags are compared weakly, as for `If-None-Match`. If the `304` response has no entity
    /// tag, its `Last-Modified` date must not differ. A `304` response without validators matches
    /// the stored response that the request named.
    ///
    /// RFC 9111 section 4.3.4.
    func fit(_ stored: Validators) -> Bool {
      if let tag = opaqueTag { return tag == stored.opaqueTag }
      guard let date = lastModifiedDate else { return true }
      return stored.lastModifiedDate == nil || stored.lastModifiedDate == date
    }

    /// Returns the value of a header field. The value is `nil` if the lines of the field differ.
    private static func single(_ name: HTTP.FieldName, _ fields: HTTP.Fields) -> [UInt8]? {
      let values = fields.values(of: name)
      guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
      return first.bytes
    }

    /// Returns whether a value is an entity tag that can be sent in `If-None-Match`.
    ///
    ///     entity-tag = [ %s"W/" ] DQUOTE *etagc DQUOTE
    ///     etagc      = %x21 / %x23-7E / obs-text
    ///
    /// Some servers send an entity tag without quotes, and later compare the same text. The client
    /// sends an opaque entity tag back as received. A value that contains a comma is rejected,
    /// because `If-None-Match` would treat the value as a list. The value `*` is rejected, because
    /// `If-None-Match: *` would match every representation.
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
  /// Returns the validator for an `If-Range` request that continues a download.
  /// The value is `nil` if the response has no strong validator.
  ///
  /// The validator is the entity tag if the tag is strong. Without any entity tag, the validator is
  /// the `Last-Modified` date if the date is at least a minute before the response's `Date`. A
  /// later modification date is not safe, because the content may have changed twice within a
  /// second or two clocks may differ.
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
