public import ApusBytes

extension Caching.Stored {
  /// The maximum number of bytes of an encoded cache entry.
  static let byteLimit = 1 << 20

  /// The version number of the encoding of cache entries.
  private static let form: UInt8 = 1

  /// Encodes the cache entry with its cache key and entry number.
  ///
  ///     struct {
  ///         uint8 form = 1; opaque id[16]; opaque place[32]; opaque identity[32];
  ///         uint16 status; uint8 minor_version; opaque reason<0..2^16-1>;
  ///         Moment received; uint64 initial_age; uint8 is_authorized;
  ///         uint16 part_count; Part parts[part_count];
  ///         uint16 field_count; Field fields[field_count];
  ///     } Stored;
  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(Self.form)
    writer.write(UInt64(truncatingIfNeeded: id >> 64))
    writer.write(UInt64(truncatingIfNeeded: id))
    writer.write(key.place.bytes)
    writer.write(key.identity)
    writer.write(UInt16(entry.head.status.code))
    writer.write(UInt8(entry.head.version.isAtLeast11 ? 1 : 0))
    try writer.writeVector16 { $0.write(Array(entry.head.reason.utf8.prefix(0xffff))) }
    entry.received.write(to: &writer)
    writer.write(UInt64(entry.initialAge))
    writer.write(UInt8(entry.isAuthorized ? 1 : 0))
    try writer.write(count: entry.selection.parts.count)
    for part in entry.selection.parts {
      try writer.writeVector16 { $0.write(part.name) }
      try writer.writeVector8 { $0.write(part.digest ?? []) }
    }
    try writer.write(count: entry.head.fields.count)
    for field in entry.head.fields {
      try writer.writeVector16 { $0.write(field.name.text) }
      try writer.writeVector24 { $0.write(field.value.bytes) }
    }
  }

  /// Decodes a cache entry. The initializer throws an error if the bytes are not a valid encoding.
  ///
  /// The bytes were authenticated before the call, so only this user can have written the entry,
  /// perhaps with a different version of the module. The dates of the entry have the form of RFC
  /// 9110 section 5.6.7.
  ///
  /// - Parameter bytes: The encoded entry, which was authenticated before.
  public init(parsing bytes: [UInt8]) throws(DecodeError) {
    var reader = ByteReader(bytes)
    guard try reader.readUInt8() == Self.form else { throw .malformedEnding(at: 0) }
    let high = UInt128(try reader.readUInt64())
    id = high << 64 | UInt128(try reader.readUInt64())
    key = Caching.Key(
      place: Caching.Place(bytes: try reader.readBytes(32)), identity: try reader.readBytes(32))
    let code = Int(try reader.readUInt16())
    guard code <= 999 else { throw .malformedEnding(at: reader.offset) }
    let version: HTTP.Version = try reader.readFlag() ? .http11 : .http10
    let reason = try reader.readText(try reader.readVector16().bytes())
    let received = try Caching.Moment(from: &reader)
    let age = try reader.readUInt64()
    guard age <= UInt64(Caching.secondsLimit) else { throw .malformedEnding(at: reader.offset) }
    let isAuthorized = try reader.readFlag()
    var parts: [Caching.Selection.Part] = []
    for _ in 0..<(try reader.readUInt16()) {
      let name = try reader.readText(try reader.readVector16(atLeast: 1).bytes())
      let digest = try reader.readVector8(atMost: 16).bytes()
      guard digest.isEmpty || digest.count == 16 else { throw .malformedEnding(at: reader.offset) }
      parts.append(.init(name: name, digest: digest.isEmpty ? nil : digest))
    }
    var fields = HTTP.Fields()
    for _ in 0..<(try reader.readUInt16()) {
      let name = try reader.readText(try reader.readVector16(atLeast: 1).bytes())
      let value = try reader.readVector24().bytes()
      guard HTTP.Token.isToken(name), !value.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 })
      else { throw .malformedEnding(at: reader.offset) }
      fields.append(HTTP.FieldName(name), HTTP.FieldValue(bytes: value))
    }
    try reader.finish()
    let head = HTTP.ResponseHead(
      HTTP.Status(code), reason: reason, version: version, fields: fields)
    entry = Caching.Entry(
      head, received: received, initialAge: Int64(age), isAuthorized: isAuthorized,
      selection: Caching.Selection(parts: parts))
  }

  /// The encoded bytes of the cache entry. The value is `nil` if the encoding would be too long.
  public var bytes: [UInt8]? {
    var writer = ByteWriter(capacity: 1_024)
    guard (try? write(to: &writer)) != nil, writer.count <= Self.byteLimit else { return nil }
    return writer.bytes
  }
}

extension Caching.Moment {
  /// Encodes the times of the wall clock and of the steady clock.
  ///
  ///     struct {
  ///         uint64 wall; uint8 has_steady; uint64 era; uint64 seconds;
  ///     } Moment;
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(UInt64(bitPattern: wall.secondsSinceEpoch))
    writer.write(UInt8(steady == nil ? 0 : 1))
    writer.write(steady?.era ?? 0)
    writer.write(UInt64(bitPattern: steady?.seconds ?? 0))
  }

  fileprivate init(from reader: inout ByteReader) throws(DecodeError) {
    let wallSeconds = Int64(bitPattern: try reader.readUInt64())
    let wall = HTTP.Date(secondsSinceEpoch: wallSeconds)
    let hasSteady = try reader.readFlag()
    let era = try reader.readUInt64()
    let seconds = Int64(bitPattern: try reader.readUInt64())
    // Each point in time has exactly one encoding. Years after 9999 are invalid, and a missing
    // steady clock has only zeros.
    guard wall.secondsSinceEpoch == wallSeconds, hasSteady || era == 0 && seconds == 0 else {
      throw .malformedEnding(at: reader.offset)
    }
    self.init(wall, steady: hasSteady ? Steady(era: era, seconds: seconds) : nil)
  }
}

extension ByteWriter {
  fileprivate mutating func write(count: Int) throws(EncodeError) {
    guard count <= 0xffff else { throw .tooLong(count: count, limit: 0xffff) }
    write(UInt16(count))
  }
}

extension ByteReader {
  fileprivate mutating func readFlag() throws(DecodeError) -> Bool {
    let byte = try readUInt8()
    guard byte < 2 else { throw .invalidCharacter(at: offset - 1, byte: byte) }
    return byte == 1
  }

  fileprivate func readText(_ bytes: [UInt8]) throws(DecodeError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformedEnding(at: offset)
    }
    return text
  }
}
