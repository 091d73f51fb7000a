internal import ApusBytes

extension HTTP {
  /// One element of a quality list: a value and its quality.
  public struct Preference: Hashable, Sendable {
    /// The preferred value, as it was written: `gzip`, `de-CH`, `text/*`, `*`.
    public let value: String
    /// The parameters of the value, without the weight.
    public let parameters: Parameters
    /// The quality.
    public let quality: Quality

    /// Creates a preference for a token, or for two with a slash; no parameter may be `q`.
    ///
    /// - Parameters:
    ///   - value: The token, or two with a slash.
    ///   - quality: The weight; one by default.
    ///   - parameters: The parameters before the weight.
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

    /// Reads one element of a list, without the white space around it.
    ///
    ///     media-range [ weight ]        ; RFC 9110 section 12.5.1.
    ///     codings [ weight ]            ; RFC 9110 section 12.5.3.
    ///     language-range [ weight ]     ; RFC 9110 section 12.5.4.
    ///     weight = OWS ";" OWS "q=" qvalue
    ///
    /// A parameter `q` is the weight in any place, as RFC 9110 section 12.5.1 advises.
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

    /// The value as a set of media types, or nil if it is none.
    public var mediaRange: MediaRange? {
      guard let range = try? MediaRange(value) else { return nil }
      return MediaRange(type: range.type, subtype: range.subtype, parameters: parameters)
    }

    /// Writes the element; a weight of one goes without saying.
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
  /// Passes `token [ "/" token ]`.
  fileprivate mutating func readPreferredValue(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> Range<Int> {
    let start = try readToken(in: bytes).lowerBound
    if skip(0x2f, in: bytes) { _ = try readToken(in: bytes) }
    return start..<position
  }
}
