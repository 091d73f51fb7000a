internal import ApusBytes

extension HTTP {
  /// The links of a message in order, with absolute URLs.
  ///
  ///     var next: HTTP.URL? = response.links[.next]
  ///
  /// If a `Link` field line contains a malformed link, only the links before it are read. A link is
  /// ignored if it has no relation, if its URL scheme is not `http` or `https`, or if its `anchor`
  /// is another resource.
  ///
  /// RFC 8288 section 3.
  public struct Links: Sendable, Hashable {
    /// The maximum number of links that a message can have. Further links are ignored.
    public static let limit = 256

    private var all: [Link] = []

    /// Reads the links of a message from the message's `Link` header fields.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the message.
    ///   - base: The URL of the message, which relative links are resolved against; if the URL is
    ///     `nil`, relative links are ignored.
    public init(_ fields: Fields, relativeTo base: URL?) {
      fields.withValues(of: .link) { value in
        var reading = LinkReading(Cursor(0..<value.count), base)
        while all.count < Self.limit {
          switch reading.next(in: value) {
          case .link(let link): all.append(link)
          case .leftOut: continue
          case .end: return
          }
        }
      }
    }

    /// Returns the URL of the first link with the given relation, such as `next`.
    ///
    /// - Parameter relation: The link relation, such as `.next`.
    public subscript(relation: Link.Relation) -> URL? {
      all.first { $0.relations.contains(relation) }?.url
    }
  }
}

extension HTTP.Links: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int { all.count }

  public subscript(position: Int) -> HTTP.Link { all[position] }
}

extension HTTP.ResponseHead {
  /// The links of the response's `Link` fields, resolved against the URL of the response.
  ///
  /// The URL of a response is the URL of the last request after redirects. A response that the
  /// program created, such as in a test, has no URL, so its relative links are ignored.
  public var links: HTTP.Links { HTTP.Links(fields, relativeTo: carrier.url) }
}

extension HTTP.Response {
  /// The links of the response's `Link` fields, resolved against the URL of the response.
  ///
  ///     while let url = next {
  ///       let response = try await api.send(.get(.url(url)))
  ///       next = response.links[.next]
  ///     }
  ///
  /// The URL of a response is the URL of the last request after redirects. A response that the
  /// program created, such as in a test, has no URL, so its relative links are ignored.
  public var links: HTTP.Links { head.links }
}

/// A reader of the links in one `Link` field line.
///
///     Link       = #link-value
///     link-value = "<" URI-Reference ">" *( OWS ";" OWS link-param )
///     link-param = token BWS [ "=" BWS ( token / quoted-string ) ]
///
/// The running time is linear in the length of the `Link` field line. RFC 8288 section 3 and
/// appendix B.2.
private struct LinkReading {
  enum Step {
    case link(HTTP.Link)
    case leftOut
    case end
  }

  private var cursor: Cursor
  private let base: HTTP.URL?

  init(_ cursor: Cursor, _ base: HTTP.URL?) {
    self.cursor = cursor
    self.base = base
  }

  /// Reads the next link of a `Link` field line.
  mutating func next(in bytes: Span<UInt8>) -> Step {
    _ = cursor.readWhile(in: bytes) { HTTP.isSpace($0) || $0 == 0x2c }
    guard cursor.skip(0x3c, in: bytes) else { return .end }
    let target = cursor.readWhile(in: bytes) { $0 != 0x3e }
    guard cursor.skip(0x3e, in: bytes) else { return .end }
    var relations: [HTTP.Link.Relation]?
    var anchor: [UInt8]?
    var attributes: [HTTP.Parameter] = []
    while let parameter = readParameter(in: bytes) {
      switch parameter.name {
      // Only the first `rel` parameter of a link counts. RFC 8288 section 3.3.
      case "rel": relations = relations ?? Self.relations(parameter.value)
      case "anchor": anchor = anchor ?? parameter.bytes
      case "": continue
      default:
        guard attributes.count < HTTP.Link.attributeLimit else { continue }
        attributes.append(parameter)
      }
    }
    guard let relations, !relations.isEmpty, isOwn(anchor),
      let url = resolved(bytes.extracting(target))
    else { return .leftOut }
    return .link(HTTP.Link(url: url, relations: relations, attributes: attributes))
  }

  /// Reads one parameter of a link. RFC 8288 appendix B.3.
  private mutating func readParameter(in bytes: Span<UInt8>) -> HTTP.Parameter? {
    cursor.skipWhitespace(in: bytes)
    guard cursor.skip(0x3b, in: bytes) else { return nil }
    cursor.skipWhitespace(in: bytes)
    let name = cursor.readWhile(in: bytes) {
      !HTTP.isSpace($0) && $0 != 0x3d && $0 != 0x3b && $0 != 0x2c
    }
    cursor.skipWhitespace(in: bytes)
    var value: [UInt8] = []
    if cursor.skip(0x3d, in: bytes) {
      cursor.skipWhitespace(in: bytes)
      if cursor.peek(in: bytes) == HTTP.QuotedString.quote {
        // The reader stops at a quoted string that has no closing quote or contains a control
        // character.
        guard let content = try? cursor.readQuotedString(in: bytes) else {
          cursor = Cursor(bytes.count..<bytes.count)
          return nil
        }
        value = content
      } else {
        let word = cursor.readWhile(in: bytes) { $0 != 0x3b && $0 != 0x2c }
        value = bytes.extracting(HTTP.trimmed(bytes, word)).copy()
      }
    }
    return HTTP.Parameter(name: bytes.lowercasedText(name), bytes: value)
  }

  private static func relations(_ text: String) -> [HTTP.Link.Relation] {
    let words = text.utf8.split { $0 == 0x20 || $0 == 0x09 }
    return words.prefix(HTTP.Link.attributeLimit).map { HTTP.Link.Relation(String(Substring($0))) }
  }

  /// Returns whether the `anchor` of a link is absent or is the URL of the message. RFC 8288
  /// section 3.2.
  private func isOwn(_ anchor: [UInt8]?) -> Bool {
    guard let anchor, !anchor.isEmpty else { return true }
    guard let base, let url = resolved(anchor.span) else { return false }
    return url == base
  }

  private func resolved(_ bytes: Span<UInt8>) -> HTTP.URL? {
    guard let reference = try? HTTP.Reference(bytes) else { return nil }
    guard let base else { return try? HTTP.URL(reference) }
    return try? base.resolving(reference)
  }
}
