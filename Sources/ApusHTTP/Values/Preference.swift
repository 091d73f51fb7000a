internal import ApusBytes

extension HTTP {
  /// An element of a quality list, such as `gzip;q=0.5` in an `Accept-Encoding` field.
  public struct Preference: Hashable, Sendable {
    /// The preferred content coding, language or media range, such as `gzip`, `de-CH`, `text/*` or
    /// `*`.
    public let value: String
    /// The parameters of the preferred media range, without the weight (`q`).
    public let parameters: Parameters
    /// The quality (`q`) of the preferred value, from 0 to 1.
    public let quality: Quality

    /// Creates a preference for a token such as `gzip`, or for a media range such as `text/*`. No
    /// parameter may have the name `q`.
    ///
    /// - Parameters:
    ///   - value: The preferred value: a token, or two tokens with a slash between them.
    ///   - quality: The quality of the value; one by default.
    ///   - parameters: The parameters that precede the weight.
    public init(
      _ value: String, _ quality: Quality = .one, parameters: Parameters = Parameters()
    ) throws(InvalidValue) {
      let octets = Array(value.utf8)
      let bytes = octets.span
      var cursor = Cursor(0..<bytes.count)
      _ = try cursor.readPreferredValue(in: bytes)
      try cursor.expectEnd(in: bytes)
      guard parameters["q"] == nil else { throw .conflictingParameters(name: "q") }
      self.value = value
      self.parameters = parameters
      self.quality = quality
    }

    /// Parses one element of a quality list, such as `gzip;q=0.5`, without surrounding white space.
    ///
    ///     media-range [ weight ]        ; RFC 9110 section 12.5.1.
    ///     codings [ weight ]            ; RFC 9110 section 12.5.3.
    ///     language-range [ weight ]     ; RFC 9110 section 12.5.4.
    ///     weight = OWS ";" OWS "q=" qvalue
    ///
    /// A parameter `q` in any position is the weight, as RFC 9110 section 12.5.1 recommends.
    init(_ element: Range<Int>, in bytes: Span<UInt8>) throws(InvalidValue) {
      var cursor = Cursor(element)
      let value = try cursor.readPreferredValue(in: bytes)
      var parameters = Parameters()
      var weight: Quality?
      while let (parameter, range) = try cursor.readParameter(in: bytes) {
        guard parameter.name == "q" else {
          try parameters.append(parameter)
          continue
        }
        let quality = try Quality(range, in: bytes)
        guard weight == nil || weight == quality else { throw .conflictingParameters(name: "q") }
        weight = quality
      }
      self.value = bytes.text(value)
      self.parameters = parameters
      self.quality = weight ?? .one
    }

    /// The preferred media range. The value is `nil` if the preferred value is not a media range.
    public var mediaRange: MediaRange? {
      guard let range = try? MediaRange(value) else { return nil }
      return MediaRange(type: range.type, subtype: range.subtype, parameters: parameters)
    }

    /// Writes the preferred value with its parameters and its weight. A weight of 1 is omitted.
    func write(to writer: inout ByteWriter) {
      writer.write(value)
      parameters.write(to: &writer)
      guard quality != .one else { return }
      writer.write(";q=")
      writer.write(quality.description)
    }
  }
}

extension Cursor {
  /// Reads a token such as `gzip`, or a media range such as `text/*`.
  fileprivate mutating func readPreferredValue(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> Range<Int> {
    let start = try readToken(in: bytes).lowerBound
    if skip(0x2f, in: bytes) { _ = try readToken(in: bytes) }
    return start..<position
  }
}
