extension HTTP {
  /// The header or trailer fields of a message in order. Repeated fields remain separate, and names
  /// keep their letter case.
  ///
  /// One buffer contains the bytes of all field names and field values. Strings are created on
  /// demand. The fields of a received message share one copy of the received bytes.
  ///
  ///     field-line = field-name ":" OWS field-value OWS
  ///
  /// RFC 9112 section 5.
  public struct Fields: Sendable {
    var storage: [UInt8]
    var lines: [FieldLine]
    /// The Bloom filter bits of all field names. The bits of removed fields may remain set.
    private var initials = Initials()

    /// Creates an empty list of fields.
    public init() {
      storage = []
      lines = []
    }

    /// Creates a list of fields from names and values in the given order.
    ///
    /// - Parameter fields: The field names and values in order.
    public init(_ fields: some Sequence<(FieldName, FieldValue)>) {
      self.init()
      for (name, value) in fields { append(name, value) }
    }

    /// Creates a list of fields from a sequence of field lines, such as a filtered list of fields.
    ///
    ///     HTTP.Fields(response.headers.filter { $0.name != .setCookie })
    ///
    /// - Parameter fields: The field lines in order.
    public init(_ fields: some Sequence<Field>) {
      self.init()
      for field in fields { append(field.name, field.value) }
    }

    /// Creates a list of fields from the validated bytes of a received field section.
    init(storage: [UInt8], lines: [FieldLine], initials: Initials) {
      self.storage = storage
      self.lines = lines
      self.initials = initials
    }

    /// Appends a field line and keeps existing field lines with the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field line.
    ///   - value: The value of the field line.
    public mutating func append(_ name: FieldName, _ value: FieldValue) {
      let nameStart = storage.count
      storage.append(contentsOf: name.text.utf8)
      initials.formUnion(name.initial)
      let valueStart = storage.count
      storage.append(contentsOf: value.bytes)
      precondition(storage.count <= FieldLine.offsetLimit, "fields of over 4 GiB")
      lines.append(
        FieldLine(
          nameStart: nameStart, nameEnd: valueStart, valueStart: valueStart,
          valueEnd: storage.count, notes: value.isSensitive ? .sensitive : []))
    }

    /// Reserves capacity for the given number of field lines and bytes.
    package mutating func reserve(lineCount: Int, byteCount: Int) {
      lines.reserveCapacity(lines.count + lineCount)
      storage.reserveCapacity(storage.count + byteCount)
    }

    /// Returns the value of a field, or `nil` if the field is missing. The values of several field
    /// lines are joined by commas.
    ///
    /// The returned value is sensitive if a joined value is sensitive or if the field always
    /// contains credentials. Read `Set-Cookie` fields with `values(of:)`, because their values must
    /// not be joined. Assigning a value replaces all field lines with the name by one field line.
    /// Assigning `nil` removes the field.
    ///
    /// - Parameter name: The field name in any letter case.
    public subscript(name: FieldName) -> FieldValue? {
      get {
        guard mayContain(name), let first = lines.firstIndex(where: { matches($0, name) })
        else { return nil }
        // Most fields have a single field line, so no values need to be joined.
        guard lines[(first + 1)...].contains(where: { matches($0, name) }) else {
          return value(lines[first])
        }
        let all = values(of: name)
        return FieldValue(
          bytes: Array(all.map(\.bytes).joined(separator: [0x2c, 0x20])),
          isSensitive: all.contains(where: \.isSensitive))
      }
      set {
        let first = lines.firstIndex { matches($0, name) }
        lines = lines.filter { !matches($0, name) }
        guard let newValue else { return compact() }
        append(name, newValue)
        if let first, let line = lines.popLast() { lines.insert(line, at: first) }
        compact()
      }
    }

    /// Returns the value of a field as text, for code that needs a `String`.
    ///
    ///     let etag: String? = response.headers[.etag]
    ///
    /// - Parameter name: The field name in any letter case.
    // The overload is disfavored, so `let value = headers[name]` has the type of a field value with
    // its sensitivity.
    @_disfavoredOverload
    public subscript(name: FieldName) -> String? {
      (self[name] as FieldValue?)?.text
    }

    /// Returns the values of every line of a field, in order.
    ///
    /// - Parameter name: The field name in any letter case.
    public func values(of name: FieldName) -> [FieldValue] {
      lines.filter { matches($0, name) }.map(value)
    }

    /// Returns whether the list contains a field with a name.
    ///
    /// - Parameter name: The field name in any letter case.
    public func contains(_ name: FieldName) -> Bool {
      mayContain(name) && lines.contains { matches($0, name) }
    }

    /// A Boolean value that indicates whether the value of any field line is marked as sensitive.
    package var hasMarkedSensitive: Bool { lines.contains { $0.notes.contains(.sensitive) } }

    /// The field lines whose values are marked as sensitive, in order. A credential field without
    /// the mark is not included.
    package var markedSensitive: [Field] {
      lines.filter { $0.notes.contains(.sensitive) }.map { line in
        Field(FieldName(String(decoding: storage[line.name], as: UTF8.self)), value(line))
      }
    }

    /// Removes every line of a field.
    ///
    /// - Parameter name: The field name in any letter case.
    public mutating func remove(_ name: FieldName) { self[name] = nil }

    /// Calls a closure with the bytes of each value of a field, in order and without a copy.
    ///
    /// - Parameters:
    ///   - name: The field name in any letter case.
    ///   - body: The closure that reads one field value; the bytes are valid only during the call.
    public func withValues<Failure: Error>(
      of name: FieldName, _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
      guard mayContain(name) else { return }
      for line in lines where matches(line, name) {
        try body(storage.span.extracting(line.value))
      }
    }

    /// Appends the wire format of every field line, each with CRLF at the end.
    package func write(to bytes: inout [UInt8]) {
      for line in lines {
        bytes.append(storage.span.extracting(line.name))
        bytes.append(contentsOf: ": ".utf8)
        bytes.append(storage.span.extracting(line.value))
        bytes.append(contentsOf: "\r\n".utf8)
      }
    }

    /// Returns whether the comma-separated list in a field contains an element, without regard to
    /// letter case.
    ///
    /// The function is intended for lists of tokens, such as `Connection`. RFC 9110 section 5.6.1.
    ///
    /// - Parameters:
    ///   - name: The name of a field whose value is a list.
    ///   - member: The list member to find.
    public func list(_ name: FieldName, contains member: String) -> Bool {
      var found = false
      withValues(of: name) { value in
        HTTP.forEachMember(of: value) { found = found || ASCII.equalsIgnoringCase($0, member) }
      }
      return found
    }

    /// Calls a closure with the bytes of each field value that has a given flag.
    @inline(__always)
    func withValues<Failure: Error>(
      noted note: FieldLine.Notes, _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
      for line in lines where line.notes.contains(note) {
        try body(storage.span.extracting(line.value))
      }
    }

    /// Returns whether the Bloom filter contains the bit of a field name, so a field with the name
    /// may exist.
    private func mayContain(_ name: FieldName) -> Bool { initials.isSuperset(of: name.initial) }

    /// Returns whether the Bloom filter contains the bit of any field name of a group.
    func mayContainAny(of group: FieldNames) -> Bool {
      !initials.isDisjoint(with: group.initials)
    }

    func matches(_ line: FieldLine, _ name: FieldName) -> Bool {
      line.name.count == name.text.utf8.count
        && ASCII.equalsIgnoringCase(storage.span.extracting(line.name), name.text)
    }

    func value(_ line: FieldLine) -> FieldValue {
      FieldValue(
        bytes: Array(storage[line.value]),
        isSensitive: line.notes.contains(.sensitive)
          || mayContainAny(of: FieldName.alwaysSensitive)
            && FieldName.alwaysSensitive.names.contains { matches(line, $0) }
      )
    }

    /// Removes the bytes of deleted field lines from the buffer if most of the buffer is unused.
    private mutating func compact() {
      let live = lines.reduce(0) { $0 + $1.byteCount }
      guard storage.count > 2 * live + 1024 else { return }
      self = Fields(map { ($0.name, $0.value) })
    }
  }

  /// Calls a closure with each element of a comma-separated list of tokens, including empty
  /// elements.
  ///
  ///     #element = [ element ] *( OWS "," OWS [ element ] )
  ///
  /// RFC 9110 section 5.6.1.
  @inline(__always)
  static func forEachMember<Failure: Error>(
    of list: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    var end = 0
    while true {
      while end < list.count, list[end] != 0x2c { end &+= 1 }
      try body(list.extracting(trimmed(list, start..<end)))
      guard end < list.count else { return }
      end &+= 1
      start = end
    }
  }

  /// Returns a byte range without the leading and trailing spaces and tabs.
  static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
