extension HTTP {
  /// The fields of a message, in order, with repeated ones separate and the case of names kept.
  ///
  /// All names and values are in one buffer, with a range for each line; strings are created on
  /// request. A received section shares the buffer into which it was copied.
  ///
  ///     field-line = field-name ":" OWS field-value OWS
  ///
  /// RFC 9112 section 5.
  public struct Fields: Sendable {
    var storage: [UInt8]
    var lines: [FieldLine]
    /// The initials of all names, and perhaps of some that were there.
    private var initials = Initials()

    /// Creates an empty list of fields.
    public init() {
      storage = []
      lines = []
    }

    /// Fields in the order given.
    ///
    /// - Parameter fields: The names and values in their order.
    public init(_ fields: some Sequence<(FieldName, FieldValue)>) {
      self.init()
      for (name, value) in fields { append(name, value) }
    }

    /// Creates a list of fields, such as a filtered one.
    ///
    ///     HTTP.Fields(response.headers.filter { $0.name != .setCookie })
    ///
    /// - Parameter fields: The lines in their order.
    public init(_ fields: some Sequence<Field>) {
      self.init()
      for field in fields { append(field.name, field.value) }
    }

    /// Lines that a reader found in bytes it has checked.
    init(storage: [UInt8], lines: [FieldLine], initials: Initials) {
      self.storage = storage
      self.lines = lines
      self.initials = initials
    }

    /// Adds a field line after all others, even if the name exists already.
    ///
    /// - Parameters:
    ///   - name: The name of the line.
    ///   - value: The value of the line.
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

    /// Makes room for lines that are added next.
    package mutating func reserve(lineCount: Int, byteCount: Int) {
      lines.reserveCapacity(lines.count + lineCount)
      storage.reserveCapacity(storage.count + byteCount)
    }

    /// Returns the field's value: all its lines joined by commas, or nil without any.
    ///
    /// A value that was marked as sensitive remains so, and all values of credential fields are
    /// sensitive. `Set-Cookie` must not be joined: read it with `values(of:)`. Setting replaces the
    /// first line and removes the others, or appends a line; nil removes the field.
    ///
    /// - Parameter name: The name, in any letter case.
    public subscript(name: FieldName) -> FieldValue? {
      get {
        guard mayContain(name), let first = lines.firstIndex(where: { matches($0, name) })
        else { return nil }
        // Most fields have one line.
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

    /// Returns the field's value as text, for code that needs a `String`.
    ///
    ///     let etag: String? = response.headers[.etag]
    ///
    /// - Parameter name: The name, in any letter case.
    // It is disfavored, so that a value with its sensitivity remains the usual result.
    @_disfavoredOverload
    public subscript(name: FieldName) -> String? {
      (self[name] as FieldValue?)?.text
    }

    /// Returns the values of every line of that name, in order.
    ///
    /// - Parameter name: The name, in any letter case.
    public func values(of name: FieldName) -> [FieldValue] {
      lines.filter { matches($0, name) }.map(value)
    }

    /// Returns whether a line of that name is there.
    ///
    /// - Parameter name: The name, in any letter case.
    public func contains(_ name: FieldName) -> Bool {
      mayContain(name) && lines.contains { matches($0, name) }
    }

    /// A Boolean value that indicates whether the value of a line is marked as sensitive.
    package var hasMarkedSensitive: Bool { lines.contains { $0.notes.contains(.sensitive) } }

    /// The lines whose values are marked as sensitive, in order; names alone mark none.
    package var markedSensitive: [Field] {
      lines.filter { $0.notes.contains(.sensitive) }.map { line in
        Field(FieldName(String(decoding: storage[line.name], as: UTF8.self)), value(line))
      }
    }

    /// Removes every line of that name.
    ///
    /// - Parameter name: The name, in any letter case.
    public mutating func remove(_ name: FieldName) { self[name] = nil }

    /// Lends the bytes of each value of that name, in order, without a copy.
    ///
    /// - Parameters:
    ///   - name: The name, in any letter case.
    ///   - body: The closure that reads one value; the bytes are valid only during its call.
    public func withValues<Failure: Error>(
      of name: FieldName, _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
      guard mayContain(name) else { return }
      for line in lines where matches(line, name) {
        try body(storage.span.extracting(line.value))
      }
    }

    /// Adds every line as it is sent, with its end.
    package func write(to bytes: inout [UInt8]) {
      for line in lines {
        bytes.append(storage.span.extracting(line.name))
        bytes.append(contentsOf: ": ".utf8)
        bytes.append(storage.span.extracting(line.value))
        bytes.append(contentsOf: "\r\n".utf8)
      }
    }

    /// Returns whether the field is a list that has this member, letter case aside.
    ///
    /// Meant for lists of tokens, such as `Connection`. RFC 9110 section 5.6.1.
    ///
    /// - Parameters:
    ///   - name: The name of a field whose value is a list.
    ///   - member: The member to find.
    public func list(_ name: FieldName, contains member: String) -> Bool {
      var found = false
      withValues(of: name) { value in
        HTTP.forEachMember(of: value) { found = found || ASCII.equalsIgnoringCase($0, member) }
      }
      return found
    }

    /// Lends the bytes of each value that the reader noted as such, without comparing names.
    @inline(__always)
    func withValues<Failure: Error>(
      noted note: FieldLine.Notes, _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
      for line in lines where line.notes.contains(note) {
        try body(storage.span.extracting(line.value))
      }
    }

    /// Returns whether a line of that name may exist, by its initial only.
    private func mayContain(_ name: FieldName) -> Bool { initials.isSuperset(of: name.initial) }

    /// Returns whether a line with one of some names may exist, by the initials only.
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

    /// Drops bytes that no line refers to once they are most of the buffer.
    private mutating func compact() {
      let live = lines.reduce(0) { $0 + $1.byteCount }
      guard storage.count > 2 * live + 1024 else { return }
      self = Fields(map { ($0.name, $0.value) })
    }
  }

  /// Lends each member of a comma-separated list of tokens, empty ones too.
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

  /// The range without spaces and tabs at its ends.
  static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
