extension JSON.Value {
  /// Parses a JSON document: a single value with optional surrounding white space.
  ///
  ///     JSON-text = ws value ws
  ///
  /// RFC 8259 section 2.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document, in UTF-8 unless the options allow other encodings.
  ///   - options: The limits and the allowed deviations from the JSON specification.
  public init(
    parsing bytes: Span<UInt8>, _ options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) throws(JSON.ParsingError) {
    if options.detectsEncoding, let text = try JSON.TextEncoding.utf8(of: bytes, options) {
      self = try JSONParser.parse(text.span, options).value(at: 0, in: text.span)
    } else {
      self = try JSONParser.parse(bytes, options).value(at: 0, in: bytes)
    }
  }

  /// Parses a JSON document: a single value with optional surrounding white space.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document, in UTF-8 unless the options allow other encodings.
  ///   - options: The limits and the allowed deviations from the JSON specification.
  public init(
    parsing bytes: [UInt8], _ options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) throws(JSON.ParsingError) {
    try self.init(parsing: bytes.span, options)
  }

  /// Parses a JSON document: a single value with optional surrounding white space.
  ///
  /// - Parameters:
  ///   - text: The text of the document.
  ///   - options: The limits and the allowed deviations from the JSON specification.
  public init(
    parsing text: String, _ options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) throws(JSON.ParsingError) {
    try self.init(parsing: Array(text.utf8).span, options)
  }
}

extension JSONTape {
  /// Returns the parsed JSON value at an index of the token array. The recursion is safe, because
  /// the parser has limited the nesting depth.
  func value(at place: Int, in bytes: Span<UInt8>) -> JSON.Value {
    switch kind(at: place, in: bytes) {
    case .null: .null
    case .bool: .bool(bytes[entries[place].offset] == 0x74)
    case .number: .number(number(at: place, in: bytes))
    case .string: .string(text(at: place, in: bytes))
    case .array: .array(array(at: place, in: bytes))
    case .object: .object(object(at: place, in: bytes))
    }
  }

  /// Returns the JSON number at an index of the token array.
  func number(at place: Int, in bytes: Span<UInt8>) -> JSON.Number {
    let text = bytes.extracting(range(at: place))
    let decimal = Decimal(reading: text)
    if let integer = decimal.integer { return integer }
    if !decimal.isWhole, let double = decimal.faithfulDouble { return JSON.Number(.double(double)) }
    return JSON.Number(.text(String(exactly: text)))
  }

  private func array(at place: Int, in bytes: Span<UInt8>) -> [JSON.Value] {
    var elements: [JSON.Value] = []
    elements.reserveCapacity(count(of: place, in: bytes))
    var inner = place &+ 1
    while inner < entries[place].end {
      elements.append(value(at: inner, in: bytes))
      inner = self.place(behind: inner, in: bytes)
    }
    return elements
  }

  private func object(at place: Int, in bytes: Span<UInt8>) -> JSON.Object {
    var object = JSON.Object(capacity: count(ofMembersOf: place, in: bytes))
    var name = place &+ 1
    var hasRepeatedNames = false
    while name < entries[place].end {
      let key = text(at: name, in: bytes)
      if entries[name].isSuperseded {
        // A duplicate name has the position of its first occurrence, even if the last value is
        // used.
        hasRepeatedNames = true
        if object.place(of: key) == nil { object.append(.null, forNewKey: key) }
      } else if hasRepeatedNames {
        object[key] = value(at: name &+ 1, in: bytes)
      } else {
        object.append(value(at: name &+ 1, in: bytes), forNewKey: key)
      }
      name = self.place(behind: name &+ 1, in: bytes)
    }
    return object
  }
}
