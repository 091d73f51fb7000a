extension HTTP.URL {
  /// Returns this URL with an additional path segment. A `/` in the segment is percent-encoded.
  ///
  /// If the path ends with a slash, no second slash is inserted. An empty segment appends a slash
  /// to the path. The function rejects the segments `.` and `..`, because URL resolution would
  /// remove them.
  ///
  /// - Parameter segment: The path segment without percent-encoding.
  public func appending(segment: String) throws(HTTP.InvalidURL) -> HTTP.URL {
    let encoded = HTTP.PercentEncoding.pathSegment.encode(segment)
    let dots = Self.dotCount(0..<encoded.utf8.count, of: encoded.utf8.span)
    guard dots != 1, dots != 2 else { throw .dotSegment }
    let slash = path.utf8.last == 0x2f ? "" : "/"
    return try HTTP.URL(
      origin: origin, path: path + slash + encoded, query: query, fragment: fragment)
  }

  /// Returns this URL with text appended to its query. The text must already be percent-encoded.
  ///
  /// The function inserts a `&` before the text if the URL has a query. An empty text leaves the
  /// URL unchanged.
  ///
  /// - Parameter more: The percent-encoded text to append.
  public func appending(query more: String) throws(HTTP.InvalidURL) -> HTTP.URL {
    let octets = Array(more.utf8)
    let bytes = octets.span
    guard !bytes.isEmpty else { return self }
    try HTTP.PercentEncoding.refuseForbidden(in: bytes)
    let more = try HTTP.PercentEncoding.query.repair(0..<bytes.count, of: bytes)
    let query = query.map { "\($0)&\(more)" } ?? more
    return try HTTP.URL(origin: origin, path: path, query: query, fragment: fragment)
  }

  /// Returns this URL with additional query parameters, in order. A parameter whose value is `nil`
  /// is written without `=`.
  ///
  /// The function writes a space as `%20` and a `+` as `%2B`, because all servers decode these
  /// sequences identically.
  ///
  /// - Parameter items: The names and values of the query parameters without percent-encoding.
  public func appending(
    queryItems items: [(name: String, value: String?)]
  ) throws(HTTP.InvalidURL) -> HTTP.URL {
    let encoding = HTTP.PercentEncoding.queryValue
    let pairs = items.map { name, value in
      encoding.encode(name) + (value.map { "=" + encoding.encode($0) } ?? "")
    }
    return try appending(query: pairs.joined(separator: "&"))
  }

  /// Returns the `https` form of an `http` URL. Port 80 becomes 443, and any other port remains
  /// unchanged.
  ///
  /// RFC 6797 section 8.3.
  package func secured() throws(HTTP.InvalidURL) -> HTTP.URL {
    let authority = try HTTP.Authority(port == 80 ? "\(host)" : "\(host):\(port)")
    return try HTTP.URL(
      origin: HTTP.Origin(.https, authority), path: path, query: query, fragment: fragment)
  }

  /// The decoded names and values of the query parameters, in order. The value is `nil` if the
  /// parameter has no `=`.
  ///
  ///     query = [ pair ] *( "&" [ pair ] )
  ///     pair  = name [ "=" value ]
  ///
  /// A `+` in the query is decoded as a space, because HTML forms write a space as `+`. RFC 3986
  /// section 3.4 does not define the syntax of query parameters.
  public var queryItems: [(name: String, value: String?)] {
    get throws(HTTP.InvalidURL) { try Self.items(of: query ?? "") }
  }

  /// Returns the decoded names and values of the query parameters.
  static func items(
    of query: String
  ) throws(HTTP.InvalidURL) -> [(name: String, value: String?)] {
    let octets = Array(query.utf8)
    let bytes = octets.span
    var items: [(name: String, value: String?)] = []
    var at = Cursor(0..<bytes.count)
    while !at.isAtEnd {
      var pair = Cursor(at.readWhile(in: bytes) { $0 != 0x26 })
      _ = at.skip(0x26, in: bytes)
      guard !pair.isAtEnd else { continue }
      let name = pair.readWhile(in: bytes) { $0 != 0x3d }
      let hasValue = pair.skip(0x3d, in: bytes)
      let value = hasValue ? try Self.decode(pair.range, of: bytes) : nil
      items.append((name: try Self.decode(name, of: bytes), value: value))
    }
    return items
  }

  private static func decode(
    _ range: Range<Int>, of query: Span<UInt8>
  ) throws(HTTP.InvalidURL) -> String {
    guard let octets = try? HTTP.PercentEncoding.form.decode(query.extracting(range)),
      let text = String(validating: octets, as: UTF8.self)
    else { throw .malformedQueryItem(at: range.lowerBound) }
    return text
  }
}
